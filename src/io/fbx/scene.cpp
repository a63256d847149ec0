#include "io/fbx/scene.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "io/fbx/deformers.h"
#include "io/fbx/links.h"
#include "io/fbx/object.h"
#include "rig/time/key_times.h"

namespace bindpose {
namespace {

bool wanted_in_scene(std::string_view parent, std::string_view name) {
  const auto any = [name](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto any_parent = [parent](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), parent) != names.end();
  };
  if (parent.empty()) {
    return any({"FBXHeaderExtension", "GlobalSettings", "Definitions", "Objects", "Connections"});
  }
  if (parent == "Objects") return true;  // of those that are not read, the ids
  if (any_parent({"Texture", "LayeredTexture", "Video", "NodeAttribute"})) {
    return false;
  }
  if (parent == "Pose") return any({"Type", "PoseNode"});
  if (parent == "PoseNode") return any({"Node", "Matrix"});
  if (parent == "AnimationCurve") return name.starts_with("Key") || name.ends_with("polation");
  const bool deformer = parent == "Deformer";
  if (deformer &&
      any({"SkinningType", "BlendWeights", "DeformPercent", "FullWeights", "Transform"}))
    return true;
  if (parent == "Geometry") {
    return any({"Vertices", "PolygonVertexIndex", "Indexes", "Normals", "Shape"}) ||
           name.starts_with("LayerElement");
  }
  if (parent.starts_with("LayerElement")) return name == "MappingInformationType";
  if (parent == "FBXHeaderExtension") return any({"FBXHeaderVersion", "OtherFlags"});
  if (parent == "OtherFlags") return name == "TCDefinition";
  if (parent == "Definitions") return name == "ObjectType";
  if (parent == "ObjectType") return name == "PropertyTemplate";
  if (parent == "Connections") return name == "C";
  if (parent == "Properties70") return name == "P";
  if (parent.ends_with("polation")) return true;
  return name == "Properties70";
}

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
  out.name = out.own_name = fbx_object_name(tree, node);
  const std::string_view kind = fbx_text(tree.get(node, 2));
  out.is_part = !kind.starts_with("Camera") && kind != "Light";
  out.is_limb = kind == "LimbNode" || kind == "Limb" || kind == "Root";
  out.local[FbxPart::Scaling] = glm::dvec3(1.0);
  FbxProperties properties(tree, {fbx_child(tree, node, "Properties70"), defaults});
  for (std::size_t i = 0; i < kFbxParts; ++i) {
    out.local.part[i] = properties.vector(kPartNames[i], out.local.part[i]);
  }
  out.geometric[0] = properties.vector("GeometricTranslation", out.geometric[0]);
  out.geometric[1] = properties.vector("GeometricRotation", out.geometric[1]);
  out.geometric[2] = properties.vector("GeometricScaling", out.geometric[2]);
  constexpr std::int64_t kLastOrder = 5;
  const std::int64_t order = properties.integer("RotationOrder", 0);
  if (order >= 0 && order <= kLastOrder) out.local.order = static_cast<EulerOrder>(order);
  out.local.turns_apart = properties.integer("RotationActive", 1) != 0 &&
                          properties.integer("RotationSpaceForLimitOnly", 0) == 0;
  out.hidden = properties.real("Visibility", 1.0) == 0.0;
  out.hides_by_parent = properties.integer("Visibility Inheritance", 1) != 0;
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
  out.muted = properties.integer("Mute", 0) != 0;
  out.solo = properties.integer("Solo", 0) != 0;
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

// TimeMode of the file's settings. Facts: FBX SDK, FbxTime::EMode; 0 leaves it to the program, 14
// has a rate of its own.
double frame_rate(const FbxTree& tree) {
  constexpr double kNtsc = 30000.0 / 1001.0, kFilm = 24000.0 / 1001.0, kCustom = -1.0;
  constexpr double kRates[] = {0.0,    120.0, 100.0,   60.0,  50.0, 48.0,
                               30.0,   30.0,  kNtsc,   kNtsc, 25.0, 24.0,
                               1000.0, kFilm, kCustom, 96.0,  72.0, 2.0 * kNtsc};
  const std::uint32_t settings = fbx_child(tree, 0, "GlobalSettings");
  if (settings == 0) return 0.0;
  FbxProperties properties(tree, {fbx_child(tree, settings, "Properties70")});
  const std::int64_t mode = properties.integer("TimeMode", 0);
  if (mode < 0 || mode >= std::ssize(kRates)) return 0.0;
  const double rate = kRates[static_cast<std::size_t>(mode)];
  return sound_rate(rate == kCustom ? properties.real("CustomFrameRate", 0.0) : rate);
}

// Builds the scene from objects by their ids.
class SceneReader {
 public:
  explicit SceneReader(FbxScene& scene) : scene_(scene), tree_(scene.tree), links_(scene.tree) {}

  void read() {
    scene_.ticks_per_second = ticks_per_second(tree_);
    scene_.frame_rate = frame_rate(tree_);
    read_objects();
    connect_models();
    morph_ = read_fbx_deformers(links_, scene_);
    read_fbx_bind_poses(links_, scene_);
    connect_surfaces();
    scene_.outnumbered = links_.outnumbered();
    if (!links_.numbers_are_sound() || has_inner_shapes() || has_lost_layers() ||
        scene_.more_parents > 0 || has_unsure_names() || has_unsaid_material()) {
      scene_.reads_elsewhere = false;
    }
    connect_animation();
  }

 private:
  void read_objects() {
    const std::uint32_t defaults = fbx_template(tree_, "Model");
    for (const std::uint32_t node : links_.objects()) {
      const std::string_view kind = tree_.node[node].name;
      if (kind == "Model") scene_.models.push_back(read_model(tree_, node, defaults));
      if (kind == "AnimationStack") {
        stack_.push_back(fbx_object_id(tree_, node));
        scene_.stacks.push_back(read_stack(tree_, node));
      }
    }
  }

  void connect_surfaces() {
    for (std::size_t m = 0; m < scene_.models.size(); ++m) {
      for (const FbxConnection& c : links_.into(scene_.models[m].id)) {
        const std::uint32_t geometry = links_.object(c.from, "Geometry");
        if (geometry == 0 || fbx_text(tree_.get(geometry, 2)) != "Mesh") continue;
        scene_.surfaces.push_back({static_cast<int>(m), geometry});
      }
    }
  }

  // Assimp joins bones to nodes by name, and cuts long ones.
  bool has_unsure_names() const {
    std::unordered_map<std::string_view, std::size_t> models, bones;
    for (std::size_t m = 0; m < scene_.models.size(); ++m) {
      const std::string& name = scene_.models[m].name;
      if (!fbx_name_is_plain(name)) return true;
      ++models[name];
      if (scene_.is_bone[m]) ++bones[name];
    }
    return std::any_of(bones.begin(), bones.end(),
                       [&](const auto& bone) { return models[bone.first] > 1; });
  }

  // Meshes that do not say which material they have, though their model has one.
  bool has_unsaid_material() const {
    return std::any_of(
        scene_.surfaces.begin(), scene_.surfaces.end(), [&](const FbxSurface& surface) {
          if (fbx_child(tree_, surface.geometry, "LayerElementMaterial") != 0) return false;
          const std::int64_t model = scene_.models[static_cast<std::size_t>(surface.model)].id;
          const std::vector<FbxConnection>& into = links_.into(model);
          return std::any_of(into.begin(), into.end(), [&](const FbxConnection& c) {
            return links_.object(c.from, "Material") != 0;
          });
        });
  }

  // Shapes in the node of their mesh, as files up to 7100 may have them.
  bool has_inner_shapes() const {
    return std::any_of(links_.objects().begin(), links_.objects().end(), [&](std::uint32_t node) {
      return tree_.node[node].name == "Geometry" && fbx_child(tree_, node, "Shape") != 0;
    });
  }

  // Layers of a mesh that say of no corner which value it has: Assimp gives up the mesh.
  bool has_lost_layers() const {
    for (const std::uint32_t g : links_.objects()) {
      if (tree_.node[g].name != "Geometry") continue;
      for (std::uint32_t c = g + 1; c < tree_.node[g].end; c = tree_.node[c].end) {
        if (!fbx_layer_is_sound(tree_, c)) return true;
      }
    }
    return false;
  }

  std::vector<std::size_t> models_below(std::int64_t parent) const {
    std::vector<std::size_t> out;
    for (const FbxConnection& c : links_.into(parent)) {
      const int child = links_.model(c.from);
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
        if (placed[child]) ++scene_.more_parents;
        if (placed[child]) continue;
        placed[child] = true;
        children.push_back(static_cast<int>(child));
      }
    };
    adopt(0, scene_.roots);
    for (FbxModel& m : scene_.models) adopt(m.id, m.children);
  }

  void connect_animation() {
    for (const auto& [to, list] : links_.all_into()) {
      for (const FbxConnection& c : list) {
        if (!c.property.empty() && links_.object(c.from, "AnimationCurveNode") != 0) {
          moves_[c.from].push_back({to, c.property});
          const int model = links_.model(to);
          if (model < 0 || c.property != "Visibility") continue;
          FbxModel& animated = scene_.models[static_cast<std::size_t>(model)];
          animated.hidden = false;
          const std::uint32_t node = links_.object(c.from, "AnimationCurveNode");
          const std::uint32_t curve = read_curve_node(c.from, node).curve[0];
          if (curve != 0) animated.visibility.push_back(curve);
        }
      }
    }
    for (std::size_t s = 0; s < scene_.stacks.size(); ++s) {
      for (const FbxConnection& c : links_.into(stack_[s])) {
        const std::uint32_t node = links_.object(c.from, "AnimationLayer");
        if (node == 0) continue;
        FbxLayer layer = read_layer(tree_, node);
        layer.weight_curve = weight_curve(c.from);
        add_curve_nodes(c.from, layer, scene_.stacks[s]);
        layer.base = scene_.stacks[s].layers.empty();
        scene_.stacks[s].layers.push_back(std::move(layer));
      }
      leave_out_silent(scene_.stacks[s].layers);
    }
  }

  // Layers that are muted do not count, and where one is to play alone, none but such.
  static void leave_out_silent(std::vector<FbxLayer>& layers) {
    const bool alone =
        std::any_of(layers.begin(), layers.end(), [](const FbxLayer& l) { return l.solo; });
    std::erase_if(layers, [alone](const FbxLayer& l) { return l.muted || (alone && !l.solo); });
  }

  std::uint32_t weight_curve(std::int64_t layer_id) const {
    for (const FbxConnection& c : links_.into(layer_id)) {
      const std::uint32_t node = links_.object(c.from, "AnimationCurveNode");
      if (node != 0 && c.property == "Weight") return read_curve_node(c.from, node).curve[0];
    }
    return 0;
  }

  void add_curve_nodes(std::int64_t layer_id, FbxLayer& layer, FbxStack& stack) {
    for (const FbxConnection& c : links_.into(layer_id)) {
      const std::uint32_t node = links_.object(c.from, "AnimationCurveNode");
      const auto moved = moves_.find(c.from);
      if (node == 0 || moved == moves_.end()) continue;
      FbxAnimated animated = read_curve_node(c.from, node);
      const bool curves = animated.curve != std::array<std::uint32_t, 3>{};
      for (const FbxConnection& target : moved->second) {
        if (const auto morph = morph_.find(target.from);
            morph != morph_.end() && target.property == "DeformPercent") {
          layer.morphs.push_back({morph->second, animated.curve[0], animated.value[0]});
          stack.moves = stack.moves || curves || stands_elsewhere(layer.morphs.back());
        }
        const auto part = part_of(target.property);
        animated.model = links_.model(target.from);
        if (!part || animated.model < 0) continue;
        animated.part = *part;
        stack.moves = stack.moves || curves;
        layer.animated.push_back(animated);
      }
    }
  }

  // Whether a shape that does not move holds another weight than at rest.
  bool stands_elsewhere(const FbxAnimatedMorph& morph) const {
    constexpr double kPercent = 0.01, kSame = 1e-6;
    const double rest = scene_.morphs[static_cast<std::size_t>(morph.morph)].weight;
    return morph.value && std::abs(*morph.value * kPercent - rest) > kSame;
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
    for (const FbxConnection& c : links_.into(id)) {
      const std::uint32_t curve = links_.object(c.from, "AnimationCurve");
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
  FbxLinks links_;
  std::unordered_map<std::int64_t, int> morph_;  // channels that a mesh has
  std::vector<std::int64_t> stack_;
  // Curve node -> what it moves (as FbxConnection: `from` is the object moved).
  std::unordered_map<std::int64_t, std::vector<FbxConnection>> moves_;
};

}  // namespace

FbxScene read_fbx_scene(std::string_view bytes) {
  FbxScene scene;
  scene.tree = parse_fbx(bytes, wanted_in_scene);
  SceneReader(scene).read();
  return scene;
}

}  // namespace bindpose
