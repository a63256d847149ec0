#include "io/assimp/faces.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "math/polygon.h"

namespace bindpose {
namespace {

constexpr unsigned kMostCorners = 256;

std::vector<std::array<std::uint32_t, 3>> divided(const aiMesh& mesh, const aiFace& face) {
  std::vector<vec3> corner;
  corner.reserve(face.mNumIndices);
  for (unsigned k = 0; k < face.mNumIndices; ++k) {
    const unsigned v = face.mIndices[k];
    const aiVector3D at = v < mesh.mNumVertices ? mesh.mVertices[v] : aiVector3D();
    corner.emplace_back(at.x, at.y, at.z);
  }
  return divide_polygon(corner);
}

void divide(aiMesh& mesh) {
  std::size_t count = mesh.mNumFaces;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    if (mesh.mFaces[f].mNumIndices > kMostCorners) count += mesh.mFaces[f].mNumIndices - 3;
  }
  if (count == mesh.mNumFaces) return;
  auto* faces = new aiFace[count];
  std::size_t next = 0;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices <= kMostCorners) {
      std::swap(faces[next].mNumIndices, face.mNumIndices);
      std::swap(faces[next++].mIndices, face.mIndices);
      continue;
    }
    for (const auto& triangle : divided(mesh, face)) {
      faces[next].mNumIndices = 3;
      faces[next].mIndices = new unsigned[3];
      for (std::size_t k = 0; k < 3; ++k) {
        faces[next].mIndices[k] = face.mIndices[triangle[k]];
      }
      ++next;
    }
  }
  delete[] mesh.mFaces;
  mesh.mFaces = faces;
  mesh.mNumFaces = static_cast<unsigned>(next);
  mesh.mPrimitiveTypes |= aiPrimitiveType_TRIANGLE;
}

// A face without corners counts as a polygon, too; Assimp's step takes it for a fault where it
// finds none to divide.
void deny_polygons(aiMesh& mesh) {
  const auto many = [](const aiFace& face) { return face.mNumIndices > 3; };
  if (std::any_of(mesh.mFaces, mesh.mFaces + mesh.mNumFaces, many)) return;
  mesh.mPrimitiveTypes &= ~static_cast<unsigned>(aiPrimitiveType_POLYGON);
  if (mesh.mPrimitiveTypes == 0) mesh.mPrimitiveTypes = aiPrimitiveType_POINT;
}

}  // namespace

void divide_large_faces(aiScene& scene) {
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    if ((scene.mMeshes[m]->mPrimitiveTypes & aiPrimitiveType_POLYGON) != 0) {
      divide(*scene.mMeshes[m]);
      deny_polygons(*scene.mMeshes[m]);
    }
  }
}

}  // namespace bindpose
