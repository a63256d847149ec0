#include "scene/lesson/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "math/numbers.h"
#include "math/transform.h"
#include "rig/rigid.h"
#include "scene/formula.h"
#include "scene/lesson/lesson_words.h"
#include "scene/lesson/quantity_section.h"
#include "scene/lesson/quantity_surface.h"
#include "scene/lesson/quantity_vertex.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

using namespace quantities;

double distance_from_identity(const mat4& t) {
  return double(max_difference(t, mat4(1.0f)));
}

double skin_matrix(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  return t ? distance_from_identity(*t) : kNothing;
}

double largest_skin_matrix(const Scene&, const PosedScene& posed, const Joints&) {
  double largest = 0.0;
  for (const auto& palette : posed.palette) {
    for (const mat4& t : palette) largest = std::max(largest, distance_from_identity(t));
  }
  return largest;
}

double rotation_angle(const mat4& m) {
  const quat q = decompose(m).q;
  const double sine =
      std::sqrt(double(q.x) * double(q.x) + double(q.y) * double(q.y) + double(q.z) * double(q.z));
  return 2.0 * std::atan2(sine, std::abs(double(q.w))) * kDegreesPerRadian;
}

double turn(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto t = skin_matrix_of(scene, posed, joint[0]);
  return t ? rotation_angle(*t) : kNothing;
}

// Nothing of a T_j that scales, shears or mirrors: no screw says it.
std::optional<Screw> screw_of_joint(const Scene& scene, const PosedScene& posed, int joint) {
  const auto t = skin_matrix_of(scene, posed, joint);
  if (!t || !(rotation_defect(mat3(*t)) < kRigidStretch)) return {};
  return screw_of(*t);
}

double screw_angle(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto screw = screw_of_joint(scene, posed, joint[0]);
  return screw ? screw->angle * kDegreesPerRadian : kNothing;
}

double screw_shift(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const auto screw = screw_of_joint(scene, posed, joint[0]);
  return screw ? 100.0 * screw->slide * metres_a_unit(scene) : kNothing;
}

double angle(const Scene& scene, const PosedScene&, const Joints& joint) {
  return rotation_angle(scene.pose.user_local[static_cast<std::size_t>(joint[0])]);
}

template <int kAxis>
double coordinate(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const mat4& world = posed.world[static_cast<std::size_t>(joint[0])];
  return double(world[3][kAxis]) * metres_a_unit(scene);
}

double joint_distance(const Scene& scene, const PosedScene& posed, const Joints& joint) {
  const vec3 a(posed.world[static_cast<std::size_t>(joint[0])][3]);
  const vec3 b(posed.world[static_cast<std::size_t>(joint[1])][3]);
  return double(glm::distance(a, b)) * metres_a_unit(scene) * 100.0;
}

double chain_length(const Scene& scene, const PosedScene&, const Joints& joint) {
  int count = 0;
  for (int j = joint[0]; j >= 0; j = scene.model->skeleton.parent[static_cast<std::size_t>(j)]) {
    ++count;
  }
  return count;
}

double vertices(const Scene& scene, const PosedScene&, const Joints&) {
  return static_cast<double>(vertex_count(*scene.model));
}

double joints(const Scene& scene, const PosedScene&, const Joints&) {
  return static_cast<double>(joint_count(joint_flags(scene)));
}

double vertices_of(const Scene& scene, const PosedScene&, const Joints& joint) {
  std::size_t count = 0;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const std::vector<float> weight = joint_weights(binding_of(scene, m), joint[0]);
    count += static_cast<std::size_t>(std::ranges::count_if(weight, [](float w) { return w > 0; }));
  }
  return static_cast<double>(count);
}

double unweighted(const Scene& scene, const PosedScene&, const Joints&) {
  std::size_t count = 0;
  for (const BoundMesh& bound : bound_meshes(scene)) {
    const auto& offset = bound.influences.offset;
    for (std::size_t i = 0; i + 1 < offset.size(); ++i) count += offset[i] == offset[i + 1] ? 1 : 0;
  }
  return static_cast<double>(count);
}

double time(const Scene& scene, const PosedScene&, const Joints&) {
  return scene.pose.time;
}

constexpr QuantityInfo kTable[] = {
    {"volume", 0, "l", 3, "what the posed surface encloses: all meshes, each point inside once",
     volume},
    {"volume ratio", 0, "", 3, "that, divided by what it encloses in the bind pose", volume_ratio},
    {"volume ratio rigid", 0, "", 3, "the same with one joint a vertex",
     volume_ratio_by<Deformer::Rigid>},
    {"volume ratio lbs", 0, "", 3, "the same with linear blend skinning",
     volume_ratio_by<Deformer::Linear>},
    {"volume ratio dqs", 0, "", 3, "the same with dual quaternions",
     volume_ratio_by<Deformer::DualQuaternion>},
    {"volume ratio mix", 0, "", 3, "the same with both mixed, by the view's mix",
     volume_ratio_by<Deformer::Mixed>},
    {"volume ratio cor", 0, "", 3, "the same with optimised centres of rotation",
     volume_ratio_by<Deformer::Centers>},
    {"volume ratio dqs-flat", 0, "", 3, "the same with dual quaternions without bulge",
     volume_ratio_by<Deformer::BulgeFree>},
    {"volume ratio log", 0, "", 3, "the same with log-matrix blending",
     volume_ratio_by<Deformer::LogMatrix>},
    {"volume ratio mush", 0, "", 3, "the same with delta mush",
     volume_ratio_by<Deformer::DeltaMush>},
    {"signed volume", 0, "l", 3,
     "the divergence integral: what the surface covers twice counts twice", signed_volume_of},
    {"signed volume ratio", 0, "", 3, "that, divided by the bind pose's", signed_volume_ratio},
    {"signed volume ratio lbs", 0, "", 3, "the same with linear blend skinning",
     signed_volume_ratio_by<Deformer::Linear>},
    {"signed volume ratio dqs", 0, "", 3, "the same with dual quaternions",
     signed_volume_ratio_by<Deformer::DualQuaternion>},
    {"section", 1, "cm\xC2\xB2", 1,
     "what a ring of the surface encloses that lies across the joint's bone at bind, in its middle "
     "or at the view's section_at",
     section},
    {"section ratio", 1, "", 3, "that, divided by the bind pose's", section_ratio},
    {"section ratio lbs", 1, "", 3, "the same with linear blend skinning",
     section_ratio_by<Deformer::Linear>},
    {"section ratio dqs", 1, "", 3, "the same with dual quaternions",
     section_ratio_by<Deformer::DualQuaternion>},
    {"section ratio cor", 1, "", 3, "the same with optimised centres of rotation",
     section_ratio_by<Deformer::Centers>},
    {"section ratio dqs-flat", 1, "", 3, "the same with dual quaternions without bulge",
     section_ratio_by<Deformer::BulgeFree>},
    {"length", 1, "cm", 1,
     "of the line through the middles of such rings, at 5 to 95 % of the joint's bone",
     bone_length},
    {"length ratio", 1, "", 3, "that, divided by the bind pose's", bone_length_ratio},
    {"length ratio lbs", 1, "", 3, "the same with linear blend skinning",
     bone_length_ratio_by<Deformer::Linear>},
    {"length ratio dqs", 1, "", 3, "the same with dual quaternions",
     bone_length_ratio_by<Deformer::DualQuaternion>},
    {"length ratio cor", 1, "", 3, "the same with optimised centres of rotation",
     bone_length_ratio_by<Deformer::Centers>},
    {"length ratio dqs-flat", 1, "", 3, "the same with dual quaternions without bulge",
     bone_length_ratio_by<Deformer::BulgeFree>},
    {"stretch", 0, "", 2, "the longest any edge became, as a multiple of its length at bind",
     stretch},
    {"T", 1, "", 3, "the largest entry of T_j - I: 0 where T_j is the identity", skin_matrix},
    {"T largest", 0, "", 3, "that of all joints", largest_skin_matrix},
    {"turn", 1, "\xC2\xB0", 0, "the angle of T_j's rotation: turned since the bind pose", turn},
    {"screw angle", 1, "\xC2\xB0", 1, "how far T_j turns about its line", screw_angle},
    {"screw shift", 1, "cm", 1, "how far T_j goes along that line", screw_shift},
    {"angle", 1, "\xC2\xB0", 0, "the angle of Ul_j's rotation: turned by hand", angle},
    {"x", 1, "m", 3, "where the joint is: W_j's translation", coordinate<0>},
    {"y", 1, "m", 3, "the same, y", coordinate<1>},
    {"z", 1, "m", 3, "the same, z", coordinate<2>},
    {"distance", 2, "cm", 1, "between two joints", joint_distance},
    {"chain", 1, "", 0, "joints from the root to this one, both counted", chain_length},
    {"vertices", 0, "", 0, "of the model", vertices},
    {"joints", 0, "", 0, "that a skin names", joints},
    {"vertices of", 1, "", 0, "vertices with a weight above 0 for the joint", vertices_of},
    {"unweighted", 0, "", 0, "vertices without any weight", unweighted},
    {"weight", 1, "", 3, "w_ij of the pinned vertex, as the surface is blended with it", weight},
    {"weight sum", 0, "", 3, "of the pinned vertex's weights", weight_sum},
    {"influences", 0, "", 0, "joints that pull on the pinned vertex", influences},
    {"vertex x", 0, "m", 3, "where the pinned vertex is", vertex_x},
    {"vertex y", 0, "m", 3, "the same, y", vertex_y},
    {"vertex z", 0, "m", 3, "the same, z", vertex_z},
    {"candidate x", 1, "m", 3, "where the joint alone would put the pinned vertex: T_j v_i",
     candidate_x},
    {"candidate y", 1, "m", 3, "the same, y", candidate_y},
    {"candidate z", 1, "m", 3, "the same, z", candidate_z},
    {"vertex to", 1, "cm", 1, "from the pinned vertex to the joint", vertex_to_joint},
    {"bone distance", 1, "cm", 2, "in the bind pose, from the pinned vertex to the joint's bone",
     bone_distance},
    {"posed bone distance", 1, "cm", 2,
     "from where the pinned vertex is now to where the bone is now", posed_bone_distance},
    {"vertex moved", 0, "cm", 1, "of the pinned vertex, since the bind pose", vertex_moved},
    {"normal error", 0, "\xC2\xB0", 1,
     "between the pinned vertex's normal as it is shaded and the posed surface's own",
     normal_error},
    {"usual normal error", 0, "\xC2\xB0", 1,
     "between the inverse transpose's normal there and the posed surface's own",
     usual_normal_error},
    {"time", 0, "s", 2, "in the clip", time},
};

std::string joined(const std::vector<std::string>& words, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? " " : "") + words[i];
  return text;
}

// The one with most words that the text begins with and whose joints are what is left.
std::optional<std::size_t> find_kind(const std::vector<std::string>& words, std::size_t& used) {
  for (std::size_t n = words.size(); n > 0; --n) {
    const std::string start = joined(words, n);
    for (std::size_t k = 0; k < std::size(kTable); ++k) {
      if (kTable[k].words != start) continue;
      used = n;
      return k;
    }
  }
  return {};
}

}  // namespace

std::span<const QuantityInfo> quantity_table() {
  return kTable;
}

std::optional<mat4> skin_matrix_of(const Scene& scene, const PosedScene& posed, int joint) {
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const int slot = find_slot(binding_of(scene, m).skin, joint);
    if (slot >= 0) return posed.palette[m][static_cast<std::size_t>(slot)];
  }
  return {};
}

std::optional<Quantity> parse_quantity(std::string_view text, const Model& model,
                                       std::string& error) {
  error.clear();
  std::vector<std::string> words;
  try {
    words = lesson_words::split_words(text, 0);
  } catch (const lesson_words::Failure& failure) {
    error = failure.sentence;
    return {};
  }
  std::size_t used = 0;
  const auto kind = find_kind(words, used);
  if (!kind) {
    std::vector<std::string> names;
    for (const QuantityInfo& info : kTable) names.emplace_back(info.words);
    const std::string hint = did_you_mean(text, names);
    error = "there is no quantity \"" + std::string(text) + "\"" +
            (hint.empty() ? "; expected one of those in docs/lessons.md." : hint);
    return {};
  }
  const QuantityInfo& info = kTable[*kind];
  if (words.size() - used != static_cast<std::size_t>(info.joints)) {
    error = "the quantity \"" + std::string(info.words) + "\" is followed by " +
            (info.joints == 0   ? std::string("nothing")
             : info.joints == 1 ? std::string("the name of a joint")
                                : "the names of " + std::to_string(info.joints) + " joints") +
            "; found \"" + std::string(text) + "\".";
    return {};
  }
  Quantity quantity{*kind, {}};
  for (std::size_t i = used; i < words.size(); ++i) {
    quantity.joint.push_back(find_joint(model.skeleton, words[i]));
    if (quantity.joint.back() >= 0) continue;
    const std::string hint = did_you_mean(words[i], model.skeleton.name);
    error = "there is no joint \"" + words[i] + "\"" +
            (hint.empty() ? "; expected the name of a joint." : hint);
    return {};
  }
  return quantity;
}

double evaluate_quantity(const Quantity& quantity, const Scene& scene, const PosedScene& posed) {
  if (!scene.model || quantity.kind >= std::size(kTable)) return kNothing;
  return kTable[quantity.kind].value(scene, posed, quantity.joint);
}

}  // namespace bindpose
