// A scene as the edits of a step: for a view that is recorded.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "math/transform.h"
#include "scene/edit/mark_edit.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostRecordedRows = 2000;

// What the scene's weights are edited from: the file's, or those of the distances to bones.
std::vector<MeshBinding> weights_before_edits(const Scene& scene) {
  Document document(make_scene(scene.model));
  if (scene.reach) document.apply({bind_edit(*scene.model, scene.reach->radii)});
  std::vector<MeshBinding> out;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m)
    out.push_back(binding_of(document.scene(), m));
  return out;
}

// By joint.
std::vector<JointWeight> row_by_joint(const MeshBinding& binding, std::size_t vertex) {
  const auto& [in, skin] = binding;
  std::vector<JointWeight> out;
  for (std::size_t k = in.offset[vertex]; k < in.offset[vertex + 1]; ++k)
    out.push_back({skin.joint[in.slot[k]], in.weight[k] * in.raw_weight_sum[vertex]});
  return out;
}

bool same_row(const std::vector<JointWeight>& a, const std::vector<JointWeight>& b) {
  return std::ranges::equal(a, b, [](const JointWeight& x, const JointWeight& y) {
    return x.joint == y.joint && x.weight == y.weight;
  });
}

// Weights from distances first, then those of all vertices that have others, however they got them:
// typed, mended, painted, computed.
std::vector<std::string> weight_edits_of(const Scene& scene) {
  std::vector<std::string> lines;
  if (scene.reach) lines.push_back(to_text(SetInfluences{nullptr, {}, scene.reach}, *scene.model));
  const bool edited = std::ranges::any_of(
      scene.edited.binding, [](const CopyOnWrite<MeshBinding>& own) { return bool(own); });
  if (!edited) return lines;
  const std::vector<MeshBinding> before = weights_before_edits(scene);
  std::size_t rows = 0;
  for (std::size_t m = 0; m < before.size(); ++m) {
    const MeshBinding& now = binding_of(scene, m);
    for (std::uint32_t i = 0; i < now.influences.vertex_count(); ++i) {
      SetWeights edit{{static_cast<int>(m), i}, row_by_joint(now, i)};
      if (same_row(edit.row, row_by_joint(before[m], i))) continue;
      if (++rows > kMostRecordedRows) {
        throw std::runtime_error(
            "The weights of more than " + std::to_string(kMostRecordedRows) +
            " vertices are edited, which is too much for the text of a lesson: export the rig, and "
            "make the lesson with that file.");
      }
      lines.push_back(to_text(edit, *scene.model));
    }
  }
  return lines;
}

constexpr float kSamePose = 1e-6f;

vec3 rounded(const vec3& v, int decimals) {
  const double unit = std::pow(10.0, -decimals);
  vec3 out;
  for (int k = 0; k < 3; ++k) {
    out[k] = static_cast<float>(std::round(double(v[k]) / unit) * unit) + 0.0f;  // no "-0"
  }
  return out;
}

// The same to kSamePose of the largest entry with as few decimals as that takes.
template <typename ToMatrix>
vec3 readable(const vec3& v, const mat4& exact, ToMatrix&& to_matrix_of) {
  for (int decimals = 0; decimals < 7; ++decimals) {
    const vec3 short_one = rounded(v, decimals);
    if (max_difference(to_matrix_of(short_one), exact) <= kSamePose) return short_one;
  }
  return v;
}

// Ul_j as a translation, a rotation about x, y and z, and a scale, each after the one before it and
// left out where it does nothing; as its matrix where it shears or mirrors.
std::vector<Edit> joint_edits(int joint, const mat4& user_local) {
  const Transform x = decompose(user_local);
  const auto turn = [](const vec3& degrees) {
    return to_matrix({vec3(0.0f), rotation_from_degrees(degrees), vec3(1.0f)});
  };
  const auto stretch = [](const vec3& factors) {
    return to_matrix({vec3(0.0f), quat(1.0f, 0.0f, 0.0f, 0.0f), factors});
  };
  const vec3 degrees =
      readable(degrees_from_rotation(x.q), to_matrix({vec3(0.0f), x.q, vec3(1.0f)}), turn);
  const vec3 factors = readable(x.s, stretch(x.s), stretch);
  std::vector<Edit> edits;
  if (x.t != vec3(0.0f)) {
    edits.emplace_back(TransformJoint{joint, TransformJoint::Translate, x.t});
  }
  if (degrees != vec3(0.0f)) {
    edits.emplace_back(TransformJoint{joint, TransformJoint::Rotate, degrees});
  }
  if (factors != vec3(1.0f)) {
    edits.emplace_back(TransformJoint{joint, TransformJoint::Scale, factors});
  }
  const mat4 again = to_matrix({x.t, rotation_from_degrees(degrees), factors});
  float largest = 1.0f;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) largest = std::max(largest, std::abs(user_local[c][r]));
  }
  if (max_difference(again, user_local) <= 5.0f * kSamePose * largest) return edits;
  return {SetUserLocal{joint, user_local}};
}

}  // namespace

std::vector<std::string> edits_of(const Scene& scene) {
  std::vector<std::string> lines = weight_edits_of(scene);
  const Model& model = *scene.model;
  const Pose& pose = scene.pose;
  if (pose.base != BasePose::Rest) {
    lines.push_back(to_text(SetBasePose{pose.base, pose.clip}, model));
  }
  if (pose.base == BasePose::Clip) {
    lines.push_back(to_text(SetTime{pose.time}, model));
    if (pose.timeline.fade) lines.push_back(to_text(SetFade{pose.timeline.fade}, model));
  }
  for (std::size_t j = 0; j < pose.user_local.size(); ++j) {
    if (pose.user_local[j] == mat4(1.0f)) continue;
    for (const Edit& edit : joint_edits(static_cast<int>(j), pose.user_local[j])) {
      lines.push_back(to_text(edit, model));
    }
  }
  for (std::size_t c = 0; c < pose.user_morph.size(); ++c) {
    if (!pose.user_morph[c]) continue;
    lines.push_back(to_text(SetMorph{static_cast<int>(c), *pose.user_morph[c]}, model));
  }
  ViewSettings view = without_other_file(scene.view);
  view.dark = ViewSettings{}.dark;
  if (!(view == ViewSettings{})) lines.push_back(to_text(SetView{view}, model));
  if (!scene.selection.pinned_vertex.empty()) {
    lines.push_back(to_text(SetPinnedVertex{scene.selection.pinned_vertex}, model));
  }
  if (!scene.held.empty()) lines.push_back(to_text(HoldJoints{scene.held}, model));
  if (scene.selection.joint >= 0) {
    lines.push_back(to_text(SetSelection{scene.selection.joint, scene.selection.also}, model));
  }
  if (scene.selection.vertices.kind != VertexGroup::None) {
    lines.push_back(to_text(SelectVertices{scene.selection.vertices}, model));
  }
  for (const Edit& mark : edits_of_marks(scene)) lines.push_back(to_text(mark, model));
  return lines;
}

}  // namespace bindpose
