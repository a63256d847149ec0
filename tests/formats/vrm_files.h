// VRM characters of both versions, written here: a head with two shapes on an arm's rig whose
// joints' names say nothing.
#pragma once

#include "io/import_files.h"

namespace bindpose::vrm_files {

using import_files::Gltf;
using import_files::json;

// Nodes: 0 root, 1 face (mesh 0 with the shapes 0 and 1), 2 n2 hips, 3 n3 and 4 n4: arms.
inline Gltf character() {
  Gltf g = import_files::skinned_square();
  g.root["nodes"] = {{{"name", "root"}, {"children", {1, 2}}},
                     {{"name", "face"}, {"mesh", 0}, {"skin", 0}},
                     {{"name", "n2"}, {"children", {3, 4}}},
                     {{"name", "n3"}, {"translation", {1.0, 1.0, 0.0}}},
                     {{"name", "n4"}, {"translation", {-1.0, 1.1, 0.0}}}};
  g.root["skins"] = {{{"joints", {2, 3, 4}},
                      {"inverseBindMatrices", g.floats(import_files::identities(3), "MAT4", 16)}}};
  const auto shape = [&](int corner, float z) {
    std::vector<float> moved(18, 0.0f);
    moved[static_cast<std::size_t>(3 * corner) + 2] = z;
    return g.floats(moved, "VEC3", 3);
  };
  g.root["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", shape(1, 1.0f)}},
                                                     {{"POSITION", shape(5, 2.0f)}}};
  g.root["meshes"][0]["extras"]["targetNames"] = {"Fcl_A", "Fcl_B"};
  return g;
}

inline json vrm0() {
  return {{"meta", {{"title", "Alice"}, {"author", "Lewis"}}},
          {"humanoid",
           {{"humanBones",
             {{{"bone", "hips"}, {"node", 2}},
              {{"bone", "leftThumbIntermediate"}, {"node", 3}},
              {{"bone", "rightThumbIntermediate"}, {"node", 4}},
              {{"bone", "tail"}, {"node", 1}},
              {{"bone", "head"}, {"node", 77}}}}}},
          {"firstPerson", {{"lookAtTypeName", "Bone"}}},
          {"secondaryAnimation", {{"boneGroups", {{{"bones", {3}}}, {{"bones", {4}}}}}}},
          {"blendShapeMaster",
           {{"blendShapeGroups",
             {{{"presetName", "joy"},
               {"name", "Joy"},
               {"binds",
                {{{"mesh", 0}, {"index", 0}, {"weight", 50}},
                 {{"mesh", 0}, {"index", 1}, {"weight", 100}},
                 {{"mesh", 0}, {"index", 9}, {"weight", 100}},
                 {{"mesh", 8}, {"index", 0}, {"weight", 100}}}}},
              {{"presetName", "unknown"},
               {"name", "Wink"},
               {"binds", {{{"mesh", 0}, {"index", 1}, {"weight", 25}}}}},
              {{"presetName", "angry"},
               {"binds", json::array()},
               {"materialValues", {{{"materialName", "skin"}}}}}}}}}};
}

inline json vrm1() {
  return {
      {"specVersion", "1.0"},
      {"meta", {{"name", "Alice"}, {"authors", {"Lewis", "John"}}}},
      {"humanoid",
       {{"humanBones",
         {{"hips", {{"node", 2}}},
          {"leftThumbProximal", {{"node", 3}}},
          {"rightThumbProximal", {{"node", 4}}}}}}},
      {"lookAt", {{"type", "bone"}}},
      {"expressions",
       {{"preset",
         {{"happy",
           {{"morphTargetBinds",
             {{{"node", 1}, {"index", 0}, {"weight", 0.5}},
              {{"node", 1}, {"index", 1}, {"weight", 1.0}}}}}}}},
        {"custom",
         {{"Wink", {{"morphTargetBinds", {{{"node", 1}, {"index", 1}, {"weight", 0.25}}}}}}}}}}};
}

// With the extension of version 0 or 1.
inline Gltf vrm(int version) {
  Gltf g = character();
  g.root["extensions"][version == 0 ? "VRM" : "VRMC_vrm"] = version == 0 ? vrm0() : vrm1();
  return g;
}

}  // namespace bindpose::vrm_files
