// Models in a pose, with the arrays that a program has in hand which poses them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>

#include "io/import.h"
#include "math/numbers.h"
#include "scene/edit/edit.h"
#include "scene/numbers/compare_numbers.h"

namespace bindpose {

using glm::dquat;
using Matrices = std::vector<dmat4>;

// arm: the rest pose is far from the bind pose. ogre: two sides, all kinds of axes. dragonling:
// many meshes.
struct PosedModel {
  const char* file;
  std::vector<const char*> edits;
};
inline const PosedModel kPosedModels[] = {
    {"arm.glb",
     {"joint upper_arm rotate 20 10 35", "joint forearm rotate 10 5 50",
      "joint hand rotate 15 0 20", "joint index1 rotate 30 0 10"}},
    {"ogre.glb",
     {"joint chest rotate 10 25 5", "joint upper_arm.L rotate 20 30 40",
      "joint forearm.L rotate 0 20 50", "joint thigh.R rotate -40 10 0",
      "joint hips translate 0.1 0.05 -0.1"}},
    {"dragonling.glb",
     {"joint #2 rotate 20 10 35", "joint #4 rotate 10 25 50", "joint #6 rotate 15 20 20",
      "joint #1 rotate 5 10 15"}},
};

// What a program has in hand, as it would read it from the model.
struct Student {
  std::vector<int> parent;
  Matrices L, Ul, W;          // by joint
  std::vector<RigSlot> slot;  // what the rest is by
  Matrices B, Binv, T;
  Matrices rest;

  void run() {
    W.clear();
    for (std::size_t j = 0; j < parent.size(); ++j) {
      const dmat4 local = L[j] * Ul[j];
      W.push_back(parent[j] < 0 ? local : W[idx(parent[j])] * local);
    }
    bind();
  }
  void bind() {
    Binv.clear();
    for (const dmat4& b : B) Binv.push_back(glm::inverse(b));
    skin();
  }
  void skin() {
    T.clear();
    for (std::size_t s = 0; s < slot.size(); ++s) T.push_back(W[idx(slot[s].joint)] * Binv[s]);
  }
};

class PosedStudent : public ::testing::TestWithParam<PosedModel> {
 protected:
  void SetUp() override {
    Document document(
        make_scene(import_model(std::string(BINDPOSE_SOURCE_DIR "/assets/") + GetParam().file)));
    for (const char* text : GetParam().edits) {
      std::string edit = text;
      if (const std::size_t at = edit.find('#'); at != std::string::npos) {
        const auto j = static_cast<std::size_t>(edit[at + 1] - '0');
        edit.replace(at, 2, document.scene().model->skeleton.name[j]);
      }
      std::string error;
      const auto parsed = parse_edit(edit, document.scene(), error);
      ASSERT_TRUE(parsed) << error;
      document.apply({*parsed});
    }
    scene_ = document.scene();
    posed_ = evaluate(scene_);
    me_.parent = scene_.model->skeleton.parent;
    for (std::size_t j = 0; j < me_.parent.size(); ++j) {
      me_.L.emplace_back(posed_.base_local[j]);
      me_.Ul.emplace_back(scene_.pose.user_local[j]);
      const dmat4 rest(scene_.model->skeleton.rest_local[j]);
      me_.rest.push_back(me_.parent[j] < 0 ? rest : me_.rest[idx(me_.parent[j])] * rest);
    }
    for (std::size_t m = 0; m < scene_.model->meshes.size(); ++m) {
      const Skin& skin = binding_of(scene_, m).skin;
      for (std::size_t s = 0; s < skin.joint.size(); ++s) {
        me_.slot.push_back({static_cast<int>(m), static_cast<int>(s), skin.joint[s]});
        me_.B.emplace_back(skin.bind[s]);
      }
    }
    me_.run();
  }

  GivenMatrices given(RigQuantity quantity, const Matrices& list) const {
    GivenMatrices out{quantity, "test", {}};
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (info_of(quantity).of_slots) {
        out.row.push_back({me_.slot[i].joint, static_cast<int>(i), list[i]});
      } else {
        out.row.push_back({static_cast<int>(i), -1, list[i]});
      }
    }
    return out;
  }

  QuantityVerdict verdict(RigQuantity quantity, const Matrices& list) const {
    GivenNumbers numbers;
    numbers.matrices.push_back(given(quantity, list));
    return compare_numbers(scene_, posed_, numbers).quantity.at(0);
  }

  static Matrices noisy(Matrices list, double noise) {
    std::mt19937 random(7);
    std::normal_distribution<double> by(0.0, noise);
    for (dmat4& m : list) {
      const double size = glm::length(dvec3(m[0]));
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) m[c][r] += by(random) * (c < 3 ? size : 1.0);
      }
    }
    return list;
  }

  // It is told first, alone and under noise of that part of what a matrix has.
  void expect(const char* key, RigQuantity quantity, const Matrices& list,
              double most_noise = 2e-4) const {
    for (const double noise : {0.0, most_noise}) {
      const QuantityVerdict v = verdict(quantity, noise > 0.0 ? noisy(list, noise) : list);
      ASSERT_FALSE(v.is_right()) << key;
      ASSERT_FALSE(v.explained.empty())
          << key << " of " << info_of(quantity).key << ", noise " << noise;
      EXPECT_EQ(v.explained[0].key, key) << info_of(quantity).key << ", noise " << noise;
      EXPECT_GE(v.explained[0].part, noise > 0.0 ? 0.99 : 1.0 - 1e-5);
    }
  }

  Scene scene_;
  PosedScene posed_;
  Student me_;
};

inline std::string name_of_model(const ::testing::TestParamInfo<PosedModel>& of) {
  const std::string file = of.param.file;
  return file.substr(0, file.find('.'));
}

}  // namespace bindpose
