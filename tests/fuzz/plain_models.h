// Small models of the formats of which no collection of ours has any, or one alone: for damaging
// them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compressed/packed_files.h"
#include "formats/vrm_files.h"
#include "io/files/base64.h"

namespace bindpose::fuzz {

template <typename T>
void add_numbers(std::string& out, std::initializer_list<T> numbers) {
  for (const T n : numbers) out.append(reinterpret_cast<const char*>(&n), sizeof n);
}

inline std::string obj_box() {
  return "# two parts\nmtllib none.mtl\no first\nv 0 0 0\nv 1 0 0 0.5 0.25 1\nv 1 1 0\nv 0 1 0\nvt "
         "0 "
         "0\nvt 1 0\nvt 1 1\nvn 0 0 1\nusemtl red\ns 1\nf 1/1/1 2/2/1 3/3/1\nf -4//1 -2//1 "
         "-1//1\ng "
         "second third\nv 0 0 1\nv 1 0 1\nv 1 1 1\nusemtl blue\nf 5 6 7\nl 1 2 3\np 4\nf 1 2 6 5\n";
}

inline std::string ply_text() {
  return "ply\nformat ascii 1.0\ncomment a square\nelement vertex 4\nproperty float x\nproperty "
         "float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar "
         "blue\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0 255 0 "
         "0\n1 "
         "0 0 0 255 0\n1 1 0 0 0 255\n0 1 0.5 9 9 9\n3 0 1 2\n3 0 2 3\n";
}

inline std::string ply_binary() {
  std::string out =
      "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\nproperty float "
      "y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\nelement face "
      "1\nproperty list uchar int vertex_indices\nend_header\n";
  add_numbers<float>(out, {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1});
  out += '\x04';
  add_numbers<std::int32_t>(out, {0, 1, 2, 3});
  return out;
}

inline std::string stl_text() {
  std::string out = "solid two\n";
  for (const char* place : {"1 0 0", "0 0 -1"}) {
    out += std::string("facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex ") + place +
           "\n  vertex 0 1e0 0.25\n endloop\nendfacet\n";
  }
  return out + "endsolid two\n";
}

inline std::string stl_binary() {
  std::string out(80, ' ');
  add_numbers<std::uint32_t>(out, {3});
  for (int i = 0; i < 3; ++i) {
    const auto x = static_cast<float>(i);
    add_numbers<float>(out, {0, 0, 1, x, 0, 0, x + 1, 0, 0, x, 1, 0});
    add_numbers<std::uint16_t>(out, {0});
  }
  return out;
}

inline std::string md5_arm() {
  return "MD5Version 10\ncommandline \"\"\n\nnumJoints 2\nnumMeshes 1\n\njoints {\n\t\"hip\" -1 ( "
         "0 "
         "0 0 ) ( 0 0 0 )\n\t\"arm\" 0 ( 0 0 10 ) ( 0 0.7 0 )\n}\n\nmesh {\n\tshader \"skin\"\n"
         "\tnumverts 3\n\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 1 2\n\tvert 2 ( 0 1 ) 3 1\n"
         "\tnumtris 1\n\ttri 0 0 1 2\n\tnumweights 4\n\tweight 0 0 1 ( 0 0 0 )\n\tweight 1 0 0.5 ( "
         "1 0 0 )\n\tweight 2 1 0.5 ( 1 0 -10 )\n\tweight 3 1 1 ( 0 1 0 )\n}\n";
}

inline std::string x_arm() {
  const std::string turn = "1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,";
  return "xof 0303txt 0032\nFrame root {\n FrameTransformMatrix {\n  " + turn +
         "0.0,0.0,1.0;;\n }\n Frame arm {\n  FrameTransformMatrix {\n   " + turn +
         "2.0,0.0,1.0;;\n  }\n }\n Mesh skin {\n  3;\n  0.0;0.0;0.0;,\n  1.0;0.0;0.0;,\n  "
         "0.0;1.0;0.0;;\n  1;\n  3;0,1,2;;\n  MeshNormals {\n   1;\n   0.0;0.0;1.0;;\n   1;\n   "
         "3;0,0,0;;\n  }\n  MeshTextureCoords {\n   3;\n   0.0;0.0;,\n   1.0;0.0;,\n   "
         "0.0;1.0;;\n  }\n  XSkinMeshHeader {\n   1;\n   1;\n   1;\n  }\n  SkinWeights {\n   "
         "\"arm\";\n   2;\n   0,\n   1;\n   0.5,\n   1.0;\n   " +
         turn +
         "-2.0,0.0,1.0;;\n  }\n }\n}\nAnimationSet walk {\n Animation {\n  { arm }\n  AnimationKey "
         "{\n   2;\n   2;\n   0;3;0.0,2.0,0.0;;,\n   100;3;1.0,2.0,0.0;;;\n  }\n  AnimationKey {\n "
         "  "
         "0;\n   2;\n   0;4;1.0,0.0,0.0,0.0;;,\n   100;4;0.0,1.0,0.0,0.0;;;\n  }\n }\n}\n";
}

// Arrays by name, and materials of a technique: what only Assimp reads.
inline std::string gltf_1() {
  std::string data;
  add_numbers<float>(data, {0, 0, 0, 1, 0, 0, 0, 1, 0});
  add_numbers<std::uint16_t>(data, {0, 1, 2});
  const std::vector<std::uint8_t> bytes(data.begin(), data.end());
  const packed_files::json root = {
      {"asset", {{"version", "1.0"}}},
      {"scene", "s"},
      {"scenes", {{"s", {{"nodes", {"n"}}}}}},
      {"nodes", {{"n", {{"meshes", {"m"}}, {"translation", {0, 1, 0}}}}}},
      {"meshes",
       {{"m",
         {{"primitives",
           {{{"attributes", {{"POSITION", "p"}}}, {"indices", "i"}, {"mode", 4}}}}}}}},
      {"accessors",
       {{"p",
         {{"bufferView", "v"},
          {"byteOffset", 0},
          {"byteStride", 12},
          {"componentType", 5126},
          {"count", 3},
          {"type", "VEC3"}}},
        {"i",
         {{"bufferView", "w"},
          {"byteOffset", 0},
          {"componentType", 5123},
          {"count", 3},
          {"type", "SCALAR"}}}}},
      {"bufferViews",
       {{"v", {{"buffer", "b"}, {"byteOffset", 0}, {"byteLength", 36}, {"target", 34962}}},
        {"w", {{"buffer", "b"}, {"byteOffset", 36}, {"byteLength", 6}, {"target", 34963}}}}},
      {"buffers",
       {{"b",
         {{"byteLength", bytes.size()},
          {"type", "arraybuffer"},
          {"uri", "data:application/octet-stream;base64," + base64_encoded(bytes)}}}}}};
  return root.dump(1);
}

// File name and bytes.
inline std::vector<std::pair<std::string, std::string>> plain_models() {
  return {{"box.obj", obj_box()},
          {"text.ply", ply_text()},
          {"binary.ply", ply_binary()},
          {"text.stl", stl_text()},
          {"binary.stl", stl_binary()},
          {"arm.md5mesh", md5_arm()},
          {"arm.x", x_arm()},
          {"old.gltf", gltf_1()},
          {"old.vrm", packed_files::glb(vrm_files::vrm(0))},
          {"new.vrm", packed_files::glb(vrm_files::vrm(1))}};
}

}  // namespace bindpose::fuzz
