// What materials of FBX files say beside Phong's and Lambert's numbers.
#pragma once

#include "io/assimp/material.h"
#include "io/fbx/scene.h"
#include "io/model_file.h"

namespace bindpose {

// Assimp multiplies colours by their factors, and forgets these where a picture stands in the place
// of the colour: the factors get a name in the file that it does not know, and hands on as it is.
// `scene` was read from file.bytes.
void hide_fbx_factors(const FbxScene& scene, ModelFile& file);

// The numbers of a material in Assimp's scene of a file with hidden factors: those factors, and
// what Maya (standardSurface, Arnold), 3ds Max (Physical Material, PBR, glTF, OpenPBR, Arnold) and
// ShaderFX write under names of their own. Numbers that are not finite count as not there.
MaterialNumbers fbx_numbers(const aiMaterial& material);

}  // namespace bindpose
