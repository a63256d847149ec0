#include "scene/lesson/quantity/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scene/check/rules.h"
#include "scene/lesson/lesson_words.h"
#include "scene/lesson/quantity/quantity_cost.h"
#include "scene/lesson/quantity/quantity_joint.h"
#include "scene/lesson/quantity/quantity_section.h"
#include "scene/lesson/quantity/quantity_surface.h"
#include "scene/lesson/quantity/quantity_vertex.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

using namespace quantities;
using Names = QuantityNames;

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

double morph_weight(const Scene&, const PosedScene& posed, const Joints& channel) {
  return double(posed.morph[static_cast<std::size_t>(channel[0])]);
}

double time(const Scene& scene, const PosedScene&, const Joints&) {
  return scene.pose.time;
}

constexpr QuantityInfo kTable[] = {
    {"volume", Names::None, "l", 3,
     "what the posed surface encloses: all meshes, each point inside once", volume},
    {"volume ratio", Names::None, "", 3, "that, divided by what it encloses in the bind pose",
     volume_ratio},
    {"volume ratio rigid", Names::None, "", 3, "the same with one joint a vertex",
     volume_ratio_by<Deformer::Rigid>},
    {"volume ratio lbs", Names::None, "", 3, "the same with linear blend skinning",
     volume_ratio_by<Deformer::Linear>},
    {"volume ratio dqs", Names::None, "", 3, "the same with dual quaternions",
     volume_ratio_by<Deformer::DualQuaternion>},
    {"volume ratio mix", Names::None, "", 3, "the same with both mixed, by the view's mix",
     volume_ratio_by<Deformer::Mixed>},
    {"volume ratio cor", Names::None, "", 3, "the same with optimised centres of rotation",
     volume_ratio_by<Deformer::Centers>},
    {"volume ratio dqs-flat", Names::None, "", 3, "the same with dual quaternions without bulge",
     volume_ratio_by<Deformer::BulgeFree>},
    {"volume ratio log", Names::None, "", 3, "the same with log-matrix blending",
     volume_ratio_by<Deformer::LogMatrix>},
    {"volume ratio mush", Names::None, "", 3, "the same with delta mush",
     volume_ratio_by<Deformer::DeltaMush>},
    {"signed volume", Names::None, "l", 3,
     "the divergence integral: what the surface covers twice counts twice", signed_volume_of},
    {"signed volume ratio", Names::None, "", 3, "that, divided by the bind pose's",
     signed_volume_ratio},
    {"signed volume ratio lbs", Names::None, "", 3, "the same with linear blend skinning",
     signed_volume_ratio_by<Deformer::Linear>},
    {"signed volume ratio dqs", Names::None, "", 3, "the same with dual quaternions",
     signed_volume_ratio_by<Deformer::DualQuaternion>},
    {"section", Names::Joint, "cm\xC2\xB2", 1,
     "what a ring of the surface encloses that lies across the joint's bone at bind, in its middle "
     "or at the view's section_at",
     section},
    {"section ratio", Names::Joint, "", 3, "that, divided by the bind pose's", section_ratio},
    {"section ratio lbs", Names::Joint, "", 3, "the same with linear blend skinning",
     section_ratio_by<Deformer::Linear>},
    {"section ratio dqs", Names::Joint, "", 3, "the same with dual quaternions",
     section_ratio_by<Deformer::DualQuaternion>},
    {"section ratio cor", Names::Joint, "", 3, "the same with optimised centres of rotation",
     section_ratio_by<Deformer::Centers>},
    {"section ratio dqs-flat", Names::Joint, "", 3, "the same with dual quaternions without bulge",
     section_ratio_by<Deformer::BulgeFree>},
    {"length", Names::Joint, "cm", 1,
     "of the line through the middles of such rings, at 5 to 95 % of the joint's bone",
     bone_length},
    {"length ratio", Names::Joint, "", 3, "that, divided by the bind pose's", bone_length_ratio},
    {"length ratio lbs", Names::Joint, "", 3, "the same with linear blend skinning",
     bone_length_ratio_by<Deformer::Linear>},
    {"length ratio dqs", Names::Joint, "", 3, "the same with dual quaternions",
     bone_length_ratio_by<Deformer::DualQuaternion>},
    {"length ratio cor", Names::Joint, "", 3, "the same with optimised centres of rotation",
     bone_length_ratio_by<Deformer::Centers>},
    {"length ratio dqs-flat", Names::Joint, "", 3, "the same with dual quaternions without bulge",
     bone_length_ratio_by<Deformer::BulgeFree>},
    {"stretch", Names::None, "", 2,
     "the longest any edge became, as a multiple of its length at bind", stretch},
    {"T", Names::Joint, "", 3, "the largest entry of T_j - I: 0 where T_j is the identity",
     skin_matrix},
    {"T largest", Names::None, "", 3, "that of all joints of skins", largest_skin_matrix},
    {"turn", Names::Joint, "\xC2\xB0", 0, "the angle of T_j's rotation: turned since the bind pose",
     turn},
    {"screw angle", Names::Joint, "\xC2\xB0", 1, "how far T_j turns about its line", screw_angle},
    {"screw shift", Names::Joint, "cm", 1, "how far T_j goes along that line", screw_shift},
    {"determinant", Names::Joint, "", 3,
     "of T_j's 3x3: by how much it multiplies volumes; below 0 it mirrors", determinant},
    {"Q w", Names::Joint, "", 3, "Q_j, the turn in T_j as a quaternion: its w", turn_part<0>},
    {"Q x", Names::Joint, "", 3, "the same, x", turn_part<1>},
    {"Q y", Names::Joint, "", 3, "the same, y", turn_part<2>},
    {"Q z", Names::Joint, "", 3, "the same, z", turn_part<3>},
    {"t x", Names::Joint, "m", 3, "t_j, the shift in T_j: where it sends the origin, x",
     shift_part<0>},
    {"t y", Names::Joint, "m", 3, "the same, y", shift_part<1>},
    {"t z", Names::Joint, "m", 3, "the same, z", shift_part<2>},
    {"angle", Names::Joint, "\xC2\xB0", 0, "the angle of Ul_j's rotation: turned by hand", angle},
    {"x", Names::Joint, "m", 3, "where the joint is: W_j's translation", coordinate<0>},
    {"y", Names::Joint, "m", 3, "the same, y", coordinate<1>},
    {"z", Names::Joint, "m", 3, "the same, z", coordinate<2>},
    {"distance", Names::TwoJoints, "cm", 1, "between two joints", joint_distance},
    {"chain", Names::Joint, "", 0, "joints from the root to this one, both counted", chain_length},
    {"vertices", Names::None, "", 0, "of the model", vertices},
    {"joints", Names::None, "", 0, "that a skin names", joints},
    {"vertices of", Names::Joint, "", 0, "vertices with a weight above 0 for the joint",
     vertices_of},
    {"unweighted", Names::None, "", 0, "vertices without any weight", unweighted},
    {"most influences", Names::None, "", 0, "that any vertex has", most_influences},
    {"over limit", Names::None, "", 0, "vertices with more influences than the view's limit",
     over_limit},
    {"limit cost", Names::None, "mm", 2,
     "how far the pinned vertex would move here with only as many influences as the view's limit",
     limit_cost},
    {"limit cost largest", Names::None, "mm", 1, "the largest that is of all vertices",
     limit_cost_largest},
    {"engine cost", Names::None, "mm", 2,
     "how far the pinned vertex would move here with the weights of the view's engine",
     engine_cost_of_vertex},
    {"engine cost largest", Names::None, "mm", 1, "the largest that is of all vertices",
     engine_cost_largest},
    {"apart", Names::None, "cm", 1,
     "between where the view's deformer and the one it is compared with put the pinned vertex",
     apart},
    {"apart largest", Names::None, "cm", 1, "the largest that is of all vertices", apart_largest},
    {"finding", Names::Rule, "", 0, "vertices, joints or skins that check finds by that rule",
     finding},
    {"morph", Names::Morph, "", 2, "m_k, the weight of that morph channel", morph_weight},
    {"weight", Names::Joint, "", 3, "w_ij of the pinned vertex, as the surface is blended with it",
     weight},
    {"weight sum", Names::None, "", 3, "of the pinned vertex's weights", weight_sum},
    {"influences", Names::None, "", 0, "joints that pull on the pinned vertex", influences},
    {"vertex x", Names::None, "m", 3, "where the pinned vertex is", vertex_x},
    {"vertex y", Names::None, "m", 3, "the same, y", vertex_y},
    {"vertex z", Names::None, "m", 3, "the same, z", vertex_z},
    {"candidate x", Names::Joint, "m", 3,
     "where the joint alone would put the pinned vertex: T_j v_i", candidate_x},
    {"candidate y", Names::Joint, "m", 3, "the same, y", candidate_y},
    {"candidate z", Names::Joint, "m", 3, "the same, z", candidate_z},
    {"vertex to", Names::Joint, "cm", 1, "from the pinned vertex to the joint", vertex_to_joint},
    {"bone distance", Names::Joint, "cm", 2,
     "in the bind pose, from the pinned vertex to the joint's bone", bone_distance},
    {"posed bone distance", Names::Joint, "cm", 2,
     "from where the pinned vertex is now to where the bone is now", posed_bone_distance},
    {"vertex moved", Names::None, "cm", 1, "of the pinned vertex, since the bind pose",
     vertex_moved},
    {"normal error", Names::None, "\xC2\xB0", 1,
     "between the pinned vertex's normal as it is shaded and the posed surface's own",
     normal_error},
    {"usual normal error", Names::None, "\xC2\xB0", 1,
     "between the inverse transpose's normal there and the posed surface's own",
     usual_normal_error},
    {"time", Names::None, "s", 2, "in the clip", time},
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

std::size_t names_after(Names names) {
  return names == Names::None ? 0 : names == Names::TwoJoints ? 2 : 1;
}

std::string word_for(Names names) {
  return names == Names::Morph ? "morph" : names == Names::Rule ? "rule" : "joint";
}

std::string words_for(Names names) {
  return names == Names::None        ? "nothing"
         : names == Names::TwoJoints ? "the names of 2 joints"
                                     : "the name of a " + word_for(names);
}

std::vector<std::string> names_of(Names names, const Model& model) {
  if (names == Names::Joint || names == Names::TwoJoints) return model.skeleton.name;
  std::vector<std::string> out;
  if (names == Names::Rule) {
    for (const RuleInfo& rule : kRules) out.emplace_back(rule.code);
  } else {
    for (const MorphChannel& channel : model.morph_channels) out.push_back(channel.name);
  }
  return out;
}

// -1 where there is none.
int find_name(Names names, const std::string& name, const Model& model) {
  const std::vector<std::string> all = names_of(names, model);
  const auto at = std::ranges::find(all, name);
  return at == all.end() ? -1 : static_cast<int>(at - all.begin());
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
  Quantity quantity{*kind, {}};
  if (words.size() > used + 1 && words[words.size() - 2] == "by") {
    quantity.method = find_deformer(words.back());
    if (quantity.method) words.resize(words.size() - 2);
  }
  if (words.size() - used != names_after(info.names)) {
    error = "the quantity \"" + std::string(info.words) + "\" is followed by " +
            words_for(info.names) + "; found \"" + std::string(text) + "\".";
    return {};
  }
  for (std::size_t i = used; i < words.size(); ++i) {
    quantity.joint.push_back(find_name(info.names, words[i], model));
    if (quantity.joint.back() >= 0) continue;
    const std::string what = word_for(info.names);
    const std::string hint = did_you_mean(words[i], names_of(info.names, model));
    error = "there is no " + what + " \"" + words[i] + "\"" +
            (hint.empty() ? "; expected the name of a " + what + "." : hint);
    return {};
  }
  return quantity;
}

double evaluate_quantity(const Quantity& quantity, const Scene& scene, const PosedScene& posed) {
  if (!scene.model || quantity.kind >= std::size(kTable)) return kNothing;
  const QuantityInfo& info = kTable[quantity.kind];
  if (!quantity.method) return info.value(scene, posed, quantity.joint);
  Scene other = scene;
  other.view.method = *quantity.method;
  return info.value(other, posed, quantity.joint);
}

}  // namespace bindpose
