// Small models with what no model of ../shared has: Collada morphs under a skin with bent curves,
// FBX shapes in between with layers and extrapolation. For damaging them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/collada_files.h"
#include "io/fbx_files.h"

namespace bindpose::fuzz {

inline std::string collada_morphs() {
  using namespace tests;
  const std::string shapes = dae_geometry("base", "face", "0 0 0 1 0 0 0 1 0") +
                             dae_geometry("up", "lift", "0 0 2 1 0 0 0 1 0") +
                             dae_geometry("side", "pull", "0 0 0 5 0 0 0 1 0");
  DaeCurve angle{"tip/rz.ANGLE", "0 1 3", "0 90 30", "BEZIER HERMITE STEP", "0 1 2", "3 4 5"};
  angle.tangent_stride = 1;
  DaeCurve matrix{"hip/m", "0 2",
                  "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 1 0 3 -1 0 0 0 0 0 1 0 0 0 0 1",
                  "LINEAR LINEAR"};
  matrix.components = 16;
  const std::string motion =
      dae_animation("a", {"morph-weights(1)", "0 2", "0 1", "STEP STEP"}) +
      dae_animation("b", {"tip/t.X", "0 2", "0 8", "BEZIER BEZIER", "0 0 0 8", "0 0 0 0"}) +
      dae_animation("c", angle) + dae_animation("d", matrix);
  const std::string joints =
      "<node id=\"hip\" sid=\"hip\" name=\"hip\" type=\"JOINT\"><matrix sid=\"m\">1 0 0 0 0 1 0 0 "
      "0 0 "
      "1 0 0 0 0 1</matrix><node id=\"tip\" sid=\"tip\" name=\"tip\" type=\"JOINT\"><translate "
      "sid=\"t\">0 1 0</translate><rotate sid=\"rz\">0 0 1 0</rotate></node></node>";
  return dae_file(
      "<library_animations>" + motion +
          "</library_animations><library_animation_clips><animation_clip id=\"k\" start=\"0\" "
          "end=\"1.5\"><instance_animation url=\"#b\"/><instance_animation url=\"#a\"/>"
          "<instance_animation url=\"#c\"/><instance_animation url=\"#d\"/>"
          "</animation_clip></library_animation_clips><library_geometries>" +
          shapes + "</library_geometries><library_controllers>" +
          dae_morph("morph", "base", "NORMALIZED", "up side", "0.25 0.5") +
          dae_skin("skin", "morph", "hip tip") + "</library_controllers>",
      joints +
          "<node id=\"face\" name=\"face\"><instance_controller url=\"#skin\"><skeleton>#hip"
          "</skeleton></instance_controller></node>");
}

inline std::string fbx_morphs() {
  using namespace tests;
  const std::string objects =
      mesh_model(1, "face") + limb(3, "arm", inherit(2)) +
      limb(4, "hand", inherit(0) + vector("Lcl Scaling", "2,1,1")) +
      geometry(2, "0,0,0,1,0,0,0,1,0,5,0,0,6,0,0,5,1,0", "0,1,-3,3,4,-6") +
      deformer(10, "shapes", "BlendShape", "") +
      deformer(11, "up", "BlendShapeChannel",
               properties(number("DeformPercent", "Number", 25)) + list("FullWeights", "100")) +
      shape(12, "up", "0", "0,0,2", "0,0,0") +
      deformer(13, "away", "BlendShapeChannel",
               "  DeformPercent: 0\n" + list("FullWeights", "40,100")) +
      shape(14, "half", "4", "1,0,0", "0,0,0") + shape(15, "whole", "4", "0,3,0", "0,0,0") +
      kStack + " AnimationLayer: 102, \"AnimLayer::over\", \"\" {\n }\n" +
      curve_node(200, "DeformPercent") + curve_node(201, "R") + curve_node(202, "T") +
      text_curve("300", "0,46186158000", "0,100", "1032", "0,720,0,0", "2",
                 "  Post-Extrapolation: {\n   Type: R\n   Repetition: -1\n  }\n") +
      text_curve("301", "0,92372316000", "0,720", "24840", "0,0,218434821,0", "2") +
      text_curve("302", "0,46186158000", "1,5", "2", "0,0,0,0", "2");
  return text_fbx(objects, oo(1, 0) + oo(2, 1) + oo(3, 0) + oo(4, 3) + oo(10, 2) + oo(11, 10) +
                               oo(12, 11) + oo(13, 10) + oo(14, 13) + oo(15, 13) + oo(101, 100) +
                               oo(102, 100) + oo(200, 101) + oo(201, 101) + oo(202, 102) +
                               op(200, 13, "DeformPercent") + op(201, 3, "Lcl Rotation") +
                               op(202, 3, "Lcl Translation") + op(300, 200, "d|DeformPercent") +
                               op(301, 201, "d|Z") + op(302, 202, "d|X"));
}

inline std::string bvh_recording() {
  return "HIERARCHY\nROOT Hips\n{\n OFFSET 0 90 0\n CHANNELS 6 Xposition Yposition Zposition "
         "Zrotation Xrotation Yrotation\n JOINT Chest\n {\n  OFFSET 0 20 1e-1\n  CHANNELS 3 "
         "Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 10 0\n  }\n }\n JOINT "
         "LeftUpLeg\n {\n  OFFSET 9 0 0\n  CHANNELS 2 Yposition Xrotation\n  End Site\n  {\n   "
         "OFFSET 0 -45 0\n  }\n }\n}\nMOTION\nFrames: 3\nFrame Time: 0.0333333\n0 90 0 0 0 0 10 20 "
         "30 0 5\n1 91 2 3 4 5 6 7 8 9 10\n-1 89.5 0 -90 45 180 1e2 0 0 0 -30\n";
}

// File name and bytes.
inline std::vector<std::pair<std::string, std::string>> generated_models() {
  return {{"morphs.dae", collada_morphs()},
          {"morphs.fbx", fbx_morphs()},
          {"walk.bvh", bvh_recording()}};
}

}  // namespace bindpose::fuzz
