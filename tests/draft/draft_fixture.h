// A document in which a skeleton is drafted on a tube.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../scene/edit_fixture.h"
#include "math/numbers.h"
#include "scene/draft/built_model.h"
#include "tube.h"

namespace bindpose::tests {

class Draft : public EditedDocument {
 protected:
  Draft() : EditedDocument(tube_model()) {}
  explicit Draft(std::shared_ptr<const Model> model) : EditedDocument(std::move(model)) {}

  const SkeletonDraft& draft() const { return *doc.scene().draft; }
  const DraftJoint& joint(const std::string& name) const {
    const int j = find_joint(draft(), name);
    EXPECT_GE(j, 0) << name;
    return draft().joint[idx(std::max(j, 0))];
  }
  std::string parent(const std::string& name) const {
    const int p = joint(name).parent;
    return p < 0 ? "" : draft().joint[idx(p)].name;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const DraftJoint& j : draft().joint) out.push_back(j.name);
    return out;
  }
};

inline void expect_at(const vec3& a, const vec3& b, float tolerance = 1e-6f) {
  EXPECT_LE(glm::length(a - b), tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}

}  // namespace bindpose::tests
