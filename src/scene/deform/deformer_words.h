// What moves the surface, in words for who sees it: a skin may ask for linear blending and dual
// quaternions, mixed by a number of each vertex (Mesh::dq_blend_weight).
#pragma once

#include <string>

#include "scene/scene.h"

namespace bindpose {

// Whether the file mixes both where that method moves it.
bool is_mixed_by_vertex(const Mesh& mesh, Deformer method);

// Label of the deformer that the method is for this scene, also as it stands in a sentence.
std::string deformer_name(const Scene& scene, Deformer method);
std::string deformer_in_sentence(const Scene& scene, Deformer method);
// The same for one mesh.
std::string deformer_in_sentence(const Scene& scene, int mesh, Deformer method);

}  // namespace bindpose
