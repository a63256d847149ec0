// Faces with very many corners, which Assimp would take minutes to divide.
#pragma once

#include <assimp/scene.h>

namespace bindpose {

// Divides faces of more than 256 corners into triangles (math/polygon.h), in their place: Assimp's
// own way takes the square of a face's corners. Corners out of range count as the origin.
void divide_large_faces(aiScene& scene);

}  // namespace bindpose
