// Small FBX files of old versions, and what the importer makes of them.
#pragma once

#include <string>
#include <vector>

#include "io/fbx_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "scene/scene.h"

namespace bindpose::tests {

class FbxFileTest : public FolderTest {
 protected:
  std::shared_ptr<const Model> open(const std::string& file) {
    write_all(folder_ / "model.fbx", file);
    return import_model(folder_ / "model.fbx");
  }
};

// At rest, or `time` seconds into the clip.
inline Scene posed(const std::shared_ptr<const Model>& model, int clip, double time) {
  Scene scene = make_scene(model);
  scene.pose.base = clip < 0 ? BasePose::Rest : BasePose::Clip;
  scene.pose.clip = std::max(clip, 0);
  scene.pose.time = time;
  return scene;
}

// Where the vertices of mesh 0 are that rest at `point`: the first of them.
inline vec3 where(const std::shared_ptr<const Model>& model, const vec3& point, int clip,
                  double time) {
  std::vector<vec3> rest, now;
  const Scene still = posed(model, -1, 0.0), moved = posed(model, clip, time);
  skin_mesh(still, evaluate(still), 0, rest, nullptr);
  skin_mesh(moved, evaluate(moved), 0, now, nullptr);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (glm::distance(rest[i], point) < 1e-5f) return now[i];
  }
  ADD_FAILURE() << "no vertex rests there";
  return vec3(0.0f);
}

inline void expect_at(const vec3& p, const vec3& q) {
  EXPECT_LT(glm::distance(p, q), 1e-4f)
      << p.x << " " << p.y << " " << p.z << " is not " << q.x << " " << q.y << " " << q.z;
}

}  // namespace bindpose::tests
