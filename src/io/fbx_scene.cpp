#include "io/fbx_scene.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>

#include "io/fbx_object.h"

namespace bindpose {
namespace {

bool wanted(std::string_view parent, std::string_view name) {
  const auto any = [name](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (parent.empty()) {
    return any({"FBXHeaderExtension", "Definitions", "Objects", "Connections"});
  }
  if (parent == "Objects") {
    return any({"Model", "AnimationStack", "AnimationLayer", "AnimationCurveNode", "AnimationCurve",
                "Deformer", "Geometry"});
  }
  if (parent == "AnimationCurve") return name.starts_with("Key") || name.ends_with("polation");
  const bool deformer = parent == "Deformer";
  if (deformer && any({"SkinningType", "BlendWeights", "DeformPercent", "FullWeights", "Transform"})) return true;
  if (parent == "Geometry") return any({"Vertices", "Indexes", "Normals"});
  if (parent == "FBXHeaderExtension") return any({"FBXHeaderVersion", "OtherFlags"});
  if (parent == "OtherFlags") return name == "TCDefinition";
  if (parent == "Definitions") return name == "ObjectType";
  if (parent == "ObjectType") return name == "PropertyTemplate";
  if (parent == "Connections") return name == "C";
  if (parent == "Properties70") return name == "P";
  if (parent.ends_with("polation")) return true;
  return name == "Properties70";
}

// Bytes of all clusters' matrices, of which each has 16 doubles.
constexpr std::size_t kMostClusterBytes = std::size_t{1} << 26;
// Bytes of all channels' weights: one a shape that it passes through, or one a vertex.
constexpr std::size_t kMostFullWeights = std::size_t{1} << 26;

constexpr const char* kPartNames[kFbxParts] = {"Lcl Translation", "Lcl Rotation",  "Lcl Scaling",
                                               "RotationOffset",  "RotationPivot", "PreRotation",
                                               "PostRotation",    "ScalingOffset", "ScalingPivot"};

std::optional<FbxPart> part_of(std::string_view property) {
  for (std::size_t i = 0; i < kFbxParts; ++i) {
    if (property == kPartNames[i]) return static_cast<FbxPart>(i);
  }
  return {};
}

// Facts on rotation orders, inherit types and what RotationActive means: ufbx (ufbx.c,
// ufbxi_update_node and ufbxi_read_model).
FbxModel read_model(const FbxTree& tree, std::uint32_t node, std::uint32_t defaults) {
  FbxModel out;
  out.id = fbx_object_id(tree, node);
  out.name = fbx_object_name(tree, node);
  const std::string_view kind = fbx_text(tree.get(node, 2));
  out.is_part = !kind.starts_with("Camera") && kind != "Light";
  out.local[FbxPart::Scaling] = glm::dvec3(1.0);
  FbxProperties properties(tree, {fbx_child(tree, node, "Properties70"), defaults});
  for (std::size_t i = 0; i < kFbxParts; ++i) {
    out.local.part[i] = properties.vector(kPartNames[i], out.local.part[i]);
  }
  constexpr std::int64_t kLastOrder = 5;
  const std::int64_t order = properties.integer("RotationOrder", 0);
  if (order >= 0 && order <= kLastOrder) out.local.order = static_cast<EulerOrder>(order);
  out.local.turns_apart = properties.integer("RotationActive", 1) != 0 &&
                          properties.integer("RotationSpaceForLimitOnly", 0) == 0;
  const std::int64_t inherit = properties.integer("InheritType", -1);
  if (inherit == 0) out.inherit = FbxInherit::Componentwise;
  if (inherit == 2) out.inherit = FbxInherit::WithoutParentScale;
  return out;
}

FbxLayer read_layer(const FbxTree& tree, std::uint32_t node) {
  FbxLayer out;
  FbxProperties properties(tree, {fbx_child(tree, node, "Properties70")});
  const std::int64_t blend = properties.integer("BlendMode", 0);
  out.blend = blend == 0 ? FbxBlend::Add : blend == 2 ? FbxBlend::Mix : FbxBlend::Replace;
  const double percent = properties.real("Weight", 100.0);
  out.weight = std::isfinite(percent) ? std::clamp(percent / 100.0, 0.0, 1.0) : 1.0;
  out.composes_rotation = properties.integer("RotationAccumulationMode", 0) == 0;
  out.composes_scale = properties.integer("ScaleAccumulationMode", 0) == 0;
  return out;
}

FbxStack read_stack(const FbxTree& tree, std::uint32_t node) {
  FbxStack out;
  out.name = fbx_object_name(tree, node);
  FbxProperties properties(tree, {fbx_child(tree, node, "Properties70")});
  out.start = properties.integer("LocalStart", 0);
  out.stop = properties.integer("LocalStop", 0);
  return out;
}

FbxSkinType read_skin_type(const FbxTree& tree, std::uint32_t node) {
  const std::string_view text = fbx_text(tree.get(fbx_child(tree, node, "SkinningType"), 0));
  if (text == "Rigid") return FbxSkinType::Rigid;
  if (text == "DualQuaternion") return FbxSkinType::DualQuaternion;
  return text == "Blend" ? FbxSkinType::Blend : FbxSkinType::Linear;
}

// Facts: ufbx (ufbxi_read_header_extension). Files of version 8000 and those that say so count time
// in another unit.
double ticks_per_second(const FbxTree& tree) {
  constexpr double kOld = 46186158000.0;
  constexpr double kNew = 141120000.0;
  constexpr std::int64_t kOldDefinition = 127;
  const std::uint32_t header = fbx_child(tree, 0, "FBXHeaderExtension");
  if (header == 0) return tree.version < 8000 ? kOld : kNew;
  const auto version = fbx_integer(tree.get(fbx_child(tree, header, "FBXHeaderVersion"), 0));
  const std::uint32_t flags = fbx_child(tree, header, "OtherFlags");
  const std::uint32_t definition = flags == 0 ? 0 : fbx_child(tree, flags, "TCDefinition");
  const auto unit = fbx_integer(tree.get(definition, 0));
  if (version.value_or(0) >= 1004 && unit) return *unit == kOldDefinition ? kOld : kNew;
  return tree.version < 8000 ? kOld : kNew;
}

// Numbers in an array, as the file says.
std::size_t count_of(const FbxTree& tree, std::uint32_t node) {
  const FbxProperty* array = tree.get(node, 0);
  return array == nullptr ? 0 : array->count;
}

// Builds the scene from objects by their ids.
class Reader {
 public:
  explicit Reader(FbxScene& scene) : scene_(scene), tree_(scene.tree) {}

  void read() {
    scene_.ticks_per_second = ticks_per_second(tree_);
    read_objects();
    read_connections();
    connect_models();
    connect_skins();
    connect_morphs();
    connect_animation();
  }

 private:
  struct Layer {
    std::vector<std::uint32_t> curve_nodes;
  };

  void read_objects() {
    const std::uint32_t defaults = fbx_template(tree_, "Model");
    const std::uint32_t objects = fbx_child(tree_, 0, "Objects");
    if (objects == 0) return;
    const std::uint32_t end = tree_.node[objects].end;
    for (std::uint32_t c = objects + 1; c < end; c = tree_.node[c].end) {
      const std::int64_t id = fbx_object_id(tree_, c);
      if (id == 0 || !object_.emplace(id, c).second) continue;
      const std::string_view kind = tree_.node[c].name;
      if (kind == "Model") {
        model_.emplace(id, static_cast<int>(scene_.models.size()));
        scene_.models.push_back(read_model(tree_, c, defaults));
      } else if (kind == "AnimationStack") {
        stack_.push_back(id);
        scene_.stacks.push_back(read_stack(tree_, c));
      }
    }
  }

  void read_connections() {
    const std::uint32_t connections = fbx_child(tree_, 0, "Connections");
    if (connections == 0) return;
    const std::uint32_t end = tree_.node[connections].end;
    for (std::uint32_t c = connections + 1; c < end; c = tree_.node[c].end) {
      const auto from = fbx_integer(tree_.get(c, 1));
      const auto to = fbx_integer(tree_.get(c, 2));
      if (from && to) into_[*to].push_back({*from, fbx_text(tree_.get(c, 3))});
    }
  }

  const std::vector<FbxConnection>& into(std::int64_t id) const {
    static const std::vector<FbxConnection> none;
    const auto found = into_.find(id);
    return found == into_.end() ? none : found->second;
  }
  std::uint32_t object(std::int64_t id, std::string_view kind) const {
    const auto found = object_.find(id);
    return found != object_.end() && tree_.node[found->second].name == kind ? found->second : 0;
  }
  int model(std::int64_t id) const {
    const auto found = model_.find(id);
    return found == model_.end() ? -1 : found->second;
  }

  std::vector<std::size_t> models_below(std::int64_t parent) const {
    std::vector<std::size_t> out;
    for (const FbxConnection& c : into(parent)) {
      const int child = model(c.from);
      if (child >= 0 && c.property.empty()) out.push_back(static_cast<std::size_t>(child));
    }
    return out;
  }

  // A model hangs below one parent; the first connection counts.
  void connect_models() {
    scene_.graph.roots = models_below(0);
    for (const FbxModel& m : scene_.models) scene_.graph.below.push_back(models_below(m.id));
    std::vector<bool> placed(scene_.models.size(), false);
    const auto adopt = [&](std::int64_t parent, std::vector<int>& children) {
      for (const std::size_t child : models_below(parent)) {
        if (placed[child]) continue;
        placed[child] = true;
        children.push_back(static_cast<int>(child));
      }
    };
    adopt(0, scene_.roots);
    for (FbxModel& m : scene_.models) adopt(m.id, m.children);
  }

  // Skin -> geometry -> model.
  void connect_skins() {
    for (std::size_t m = 0; m < scene_.models.size(); ++m) {
      for (const FbxConnection& geometry : into(scene_.models[m].id)) {
        for (const FbxConnection& skin : into(geometry.from)) {
          const std::uint32_t deformer = object(skin.from, "Deformer");
          if (deformer == 0 || fbx_text(tree_.get(deformer, 2)) != "Skin") continue;
          FbxSkin out{static_cast<int>(m), read_skin_type(tree_, deformer)};
          out.clusters = clusters_of(skin.from);
          const std::uint32_t shape = object(geometry.from, "Geometry");
          if (out.type == FbxSkinType::Blend && shape != 0) {
            out.points = fbx_child(tree_, shape, "Vertices");
            out.parts = fbx_child(tree_, deformer, "BlendWeights");
          }
          scene_.skins.push_back(out);
        }
      }
    }
  }

  // Model -> cluster -> skin.
  int clusters_of(std::int64_t skin) {
    const auto [at, is_new] = clusters_.emplace(skin, static_cast<int>(scene_.clusters.size()));
    if (!is_new) return at->second;
    std::vector<FbxCluster>& out = scene_.clusters.emplace_back();
    for (const FbxConnection& cluster : into(skin)) {
      if (!is_deformer(cluster.from, "Cluster")) continue;
      const std::uint32_t transform =
          fbx_child(tree_, object(cluster.from, "Deformer"), "Transform");
      const auto number = fbx_array<double>(tree_, transform, cluster_budget_);
      if (!number || number->size() != 16) continue;
      for (const FbxConnection& bone : into(cluster.from)) {
        if (model(bone.from) < 0) continue;
        out.push_back({model(bone.from), glm::make_mat4(number->data())});
        break;
      }
    }
    return at->second;
  }

  // Shape -> channel -> blend shape -> geometry -> model.
  void connect_morphs() {
    scene_.morphs_of.resize(scene_.models.size());
    scene_.points_of.resize(scene_.models.size(), 0);
    for (std::size_t m = 0; m < scene_.models.size(); ++m) {
      for (const FbxConnection& geometry : into(scene_.models[m].id)) {
        const std::uint32_t mesh = object(geometry.from, "Geometry");
        if (mesh == 0) continue;
        for (const FbxConnection& blend : into(geometry.from)) {
          if (!is_deformer(blend.from, "BlendShape")) continue;
          for (const FbxConnection& channel : into(blend.from)) {
            if (!is_deformer(channel.from, "BlendShapeChannel")) continue;
            scene_.morphs_of[m].push_back(morph_of(channel.from));
            scene_.points_of[m] = fbx_child(tree_, mesh, "Vertices");
          }
        }
      }
    }
  }

  bool is_deformer(std::int64_t id, std::string_view kind) const {
    const std::uint32_t node = object(id, "Deformer");
    return node != 0 && fbx_text(tree_.get(node, 2)) == kind;
  }

  int morph_of(std::int64_t channel) {
    const auto [at, is_new] = morph_.emplace(channel, static_cast<int>(scene_.morphs.size()));
    if (is_new) scene_.morphs.push_back(read_morph(channel));
    return at->second;
  }

  FbxMorph read_morph(std::int64_t channel) {
    constexpr double kPercent = 0.01;
    FbxMorph out;
    const std::uint32_t node = object(channel, "Deformer");
    out.name = out.channel = fbx_object_name(tree_, node);
    const double old =
        fbx_real(tree_.get(fbx_child(tree_, node, "DeformPercent"), 0)).value_or(0.0);
    FbxProperties properties(tree_, {fbx_child(tree_, node, "Properties70")});
    out.weight = kPercent * properties.real("DeformPercent", old);
    if (!std::isfinite(static_cast<float>(out.weight))) out.weight = 0.0;
    std::uint32_t last = 0;
    for (const FbxConnection& c : into(channel)) {
      const std::uint32_t shape = object(c.from, "Geometry");
      if (shape == 0) continue;
      out.shapes.push_back({fbx_object_name(tree_, shape), 1.0, shape});
      last = shape;
    }
    const std::uint32_t weights = fbx_child(tree_, node, "FullWeights");
    const auto full = fbx_array<double>(tree_, weights, full_weights_budget_);
    const std::size_t count = out.shapes.size();
    if (full && count == 1 && full->size() > 1) {
      out.uneven = full->size() == count_of(tree_, fbx_child(tree_, last, "Indexes")) &&
                   std::any_of(full->begin(), full->end(), [](double f) { return f != 100.0; });
    } else if (full) {
      for (std::size_t k = 0; k < std::min(count, full->size()); ++k) {
        if (std::isfinite((*full)[k])) out.shapes[k].full = kPercent * (*full)[k];
      }
    }
    if (count == 1 && !out.shapes[0].name.empty()) out.name = out.shapes[0].name;
    return out;
  }

  void connect_animation() {
    for (auto& [to, list] : into_) {
      for (const FbxConnection& c : list) {
        if (!c.property.empty() && object(c.from, "AnimationCurveNode") != 0) {
          moves_[c.from].push_back({to, c.property});
        }
      }
    }
    for (std::size_t s = 0; s < scene_.stacks.size(); ++s) {
      for (const FbxConnection& c : into(stack_[s])) {
        const std::uint32_t node = object(c.from, "AnimationLayer");
        if (node == 0) continue;
        FbxLayer layer = read_layer(tree_, node);
        layer.weight_curve = weight_curve(c.from);
        add_curve_nodes(c.from, layer, scene_.stacks[s]);
        scene_.stacks[s].layers.push_back(std::move(layer));
      }
    }
  }

  std::uint32_t weight_curve(std::int64_t layer_id) const {
    for (const FbxConnection& c : into(layer_id)) {
      const std::uint32_t node = object(c.from, "AnimationCurveNode");
      if (node != 0 && c.property == "Weight") return read_curve_node(c.from, node).curve[0];
    }
    return 0;
  }

  void add_curve_nodes(std::int64_t layer_id, FbxLayer& layer, FbxStack& stack) {
    for (const FbxConnection& c : into(layer_id)) {
      const std::uint32_t node = object(c.from, "AnimationCurveNode");
      const auto moved = moves_.find(c.from);
      if (node == 0 || moved == moves_.end()) continue;
      FbxAnimated animated = read_curve_node(c.from, node);
      const bool curves = animated.curve != std::array<std::uint32_t, 3>{};
      for (const FbxConnection& target : moved->second) {
        if (const auto morph = morph_.find(target.from);
            morph != morph_.end() && target.property == "DeformPercent") {
          layer.morphs.push_back({morph->second, animated.curve[0], animated.value[0]});
          stack.moves = stack.moves || curves;
        }
        const auto part = part_of(target.property);
        animated.model = model(target.from);
        if (!part || animated.model < 0) continue;
        animated.part = *part;
        stack.moves = stack.moves || curves;
        layer.animated.push_back(animated);
      }
    }
  }

  FbxAnimated read_curve_node(std::int64_t id, std::uint32_t node) const {
    constexpr const char* kValues[] = {"d|X", "d|Y", "d|Z"};
    constexpr const char* kShort[] = {"X", "Y", "Z"};
    FbxAnimated out;
    FbxProperties properties(tree_, {fbx_child(tree_, node, "Properties70")});
    for (std::size_t a = 0; a < 3; ++a) {
      const double value = properties.real(kValues[a], std::nan(""));
      if (std::isfinite(value)) out.value[a] = value;
    }
    const double percent = properties.real("d|DeformPercent", std::nan(""));
    if (std::isfinite(percent)) out.value[0] = percent;
    for (const FbxConnection& c : into(id)) {
      const std::uint32_t curve = object(c.from, "AnimationCurve");
      if (curve == 0) continue;
      std::size_t axis = 0;  // one curve alone is the first, whatever its property is called
      for (std::size_t a = 1; a < 3; ++a) {
        if (c.property == kValues[a] || c.property == kShort[a]) axis = a;
      }
      out.curve[axis] = curve;
    }
    return out;
  }

  FbxScene& scene_;
  const FbxTree& tree_;
  std::unordered_map<std::int64_t, std::uint32_t> object_;
  std::unordered_map<std::int64_t, int> model_;
  std::unordered_map<std::int64_t, int> morph_;  // channels that a mesh has
  std::unordered_map<std::int64_t, int> clusters_;  // skin deformer -> index into scene_.clusters
  std::size_t full_weights_budget_ = kMostFullWeights;
  std::size_t cluster_budget_ = kMostClusterBytes;
  std::vector<std::int64_t> stack_;
  std::unordered_map<std::int64_t, std::vector<FbxConnection>> into_;
  // Curve node -> what it moves (as FbxConnection: `from` is the object moved).
  std::unordered_map<std::int64_t, std::vector<FbxConnection>> moves_;
};

}  // namespace

FbxScene read_fbx_scene(std::string_view bytes) {
  FbxScene scene;
  scene.tree = parse_fbx(bytes, wanted);
  Reader(scene).read();
  return scene;
}

}  // namespace bindpose
