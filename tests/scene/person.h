// A rig with limbs, a tail, twist joints and a girdle, and edits of it as text.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "scene/edit/ik_edit.h"
#include "test_model.h"

namespace bindpose::tests {

// A little person of metres in centimetres, y up. Twist joints in line and aside, a girdle, a tail.
struct Person {
  std::shared_ptr<Model> model = std::make_shared<Model>();
  Document document;

  Person() {
    std::map<std::string, int> index;
    std::vector<RawJoint> raw;
    const auto add = [&](const char* name, const char* parent, const vec3& offset, float bend = 0) {
      index[name] = static_cast<int>(raw.size());
      const quat turn = rotation_from_degrees({0, 0, bend});
      raw.push_back({name, *parent ? index.at(parent) : kNoParent,
                     to_matrix({offset, turn, vec3(1.0f)}), std::string_view(name) != "scene"});
    };
    add("scene", "", {0, 0, 0});
    add("hips", "scene", {0, 100, 0});
    add("chest", "hips", {0, 30, 0});
    add("head", "chest", {0, 30, 0});
    add("eye", "head", {5, 10, 10});
    add("clavicle.L", "chest", {5, 20, 0});
    add("upper_arm.L", "clavicle.L", {15, 0, 0});
    add("upper_twist.L", "upper_arm.L", {5, 0, 0});  // aside: no child of its own
    add("forearm.L", "upper_arm.L", {30, 0, 0}, 10);
    add("forearm_twist.L", "forearm.L", {15, 0, 0});  // in line
    add("hand.L", "forearm_twist.L", {10, 0, 0});
    add("thigh.L", "hips", {10, 0, 0});
    add("shin.L", "thigh.L", {0, -45, 0});
    add("foot.L", "shin.L", {0, -45, 0});
    add("thigh.R", "hips", {-10, 0, 0}, 7);
    add("shin.R", "thigh.R", {0, -45, 0}, -12);
    add("foot.R", "shin.R", {0, -45, 0}, 30);
    std::string last = "hips";
    for (const char* name : {"tail1", "tail2", "tail3", "tail4", "tail5"}) {
      add(name, last.c_str(), {0, 0, -10});
      last = name;
    }
    model->skeleton = build_skeleton(raw).skeleton;
    model->skeleton.file_flags.is_joint.clear();
    for (const std::string& name : model->skeleton.name) {
      model->skeleton.file_flags.is_joint.push_back(name == "scene" ? 0 : 1);
    }
    model->bind_local = model->skeleton.rest_local;
    model->to_display = to_matrix({vec3(0), quat(1, 0, 0, 0), vec3(0.01f)});
    document = Document(make_scene(model));
  }
  int joint(const char* name) const { return find_joint(model->skeleton, name); }
  vec3 at(const char* name) const {
    return vec3(evaluate(document.scene()).world[static_cast<std::size_t>(joint(name))][3]);
  }
  std::string chain(const char* name, int count = 0) const {
    std::string text;
    for (const int j : ik_chain(*model, joint(name), count)) {
      text += (text.empty() ? "" : " ") + model->skeleton.name[static_cast<std::size_t>(j)];
    }
    return text;
  }
  std::string say(const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, *model, error);
    if (!edit) return error;
    document.apply({*edit});
    EXPECT_EQ(to_text(*edit, *model), text);
    return shortfall(document.scene(), *edit);
  }
};

}  // namespace bindpose::tests
