#include "io/fbx/deformers.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>

namespace bindpose {
namespace {

// Bytes of all clusters' matrices, of which each has 16 doubles.
constexpr std::size_t kMaxClusterBytes = std::size_t{1} << 26;
// Bytes of all channels' weights: one a shape that it passes through, or one a vertex.
constexpr std::size_t kMaxFullWeights = std::size_t{1} << 26;

FbxSkinType read_skin_type(const FbxTree& tree, std::uint32_t node) {
  const std::string_view text = fbx_text(tree.get(fbx_child(tree, node, "SkinningType"), 0));
  if (text == "Rigid") return FbxSkinType::Rigid;
  if (text == "DualQuaternion") return FbxSkinType::DualQuaternion;
  return text == "Blend" ? FbxSkinType::Blend : FbxSkinType::Linear;
}

// Numbers in an array, as the file says.
std::size_t count_of(const FbxTree& tree, std::uint32_t node) {
  const FbxProperty* array = tree.get(node, 0);
  return array == nullptr ? 0 : array->count;
}

class Deformers {
 public:
  Deformers(const FbxLinks& links, FbxScene& scene)
      : links_(links), scene_(scene), tree_(scene.tree) {}

  // Skin -> geometry -> model.
  void connect_skins() {
    scene_.is_bone.assign(scene_.models.size(), false);
    for (std::size_t m = 0; m < scene_.models.size(); ++m) {
      for (const FbxConnection& geometry : links_.into(scene_.models[m].id)) {
        for (const FbxConnection& skin : links_.into(geometry.from)) {
          if (!links_.is_deformer(skin.from, "Skin")) continue;
          const std::uint32_t deformer = links_.object(skin.from, "Deformer");
          FbxSkin out{static_cast<int>(m), read_skin_type(tree_, deformer)};
          out.clusters = clusters_of(skin.from);
          const std::uint32_t shape = links_.object(geometry.from, "Geometry");
          if (out.type == FbxSkinType::Blend && shape != 0) {
            out.points = fbx_child(tree_, shape, "Vertices");
            out.parts = fbx_child(tree_, deformer, "BlendWeights");
            // Points are found by place, and programs read a text's numbers in different ways.
            if (tree_.text) scene_.reads_elsewhere = false;
          }
          scene_.skins.push_back(out);
        }
      }
    }
  }

  // Shape -> channel -> blend shape -> geometry -> model.
  void connect_morphs() {
    scene_.morphs_of.resize(scene_.models.size());
    scene_.points_of.resize(scene_.models.size(), 0);
    for (std::size_t m = 0; m < scene_.models.size(); ++m) {
      for (const FbxConnection& geometry : links_.into(scene_.models[m].id)) {
        const std::uint32_t mesh = links_.object(geometry.from, "Geometry");
        if (mesh == 0) continue;
        for (const FbxConnection& blend : links_.into(geometry.from)) {
          if (!links_.is_deformer(blend.from, "BlendShape")) continue;
          for (const FbxConnection& channel : links_.into(blend.from)) {
            if (!links_.is_deformer(channel.from, "BlendShapeChannel")) continue;
            scene_.morphs_of[m].push_back(morph_of(channel.from));
            scene_.points_of[m] = fbx_child(tree_, mesh, "Vertices");
          }
        }
      }
    }
  }

  const std::unordered_map<std::int64_t, int>& channels() const { return morph_; }

 private:
  // Model -> cluster -> skin.
  int clusters_of(std::int64_t skin) {
    const auto [at, is_new] = clusters_.emplace(skin, static_cast<int>(scene_.clusters.size()));
    if (!is_new) return at->second;
    std::vector<FbxCluster>& out = scene_.clusters.emplace_back();
    for (const FbxConnection& cluster : links_.into(skin)) {
      if (!links_.is_deformer(cluster.from, "Cluster")) continue;
      const std::uint32_t node = links_.object(cluster.from, "Deformer");
      const std::vector<FbxConnection>& bones = links_.into(cluster.from);
      if (std::none_of(bones.begin(), bones.end(),
                       [&](const FbxConnection& bone) { return links_.model(bone.from) >= 0; })) {
        scene_.loose_clusters.push_back(node);
        continue;
      }
      for (const FbxConnection& bone : bones) {
        const int model = links_.model(bone.from);
        if (model >= 0) scene_.is_bone[static_cast<std::size_t>(model)] = true;
      }
      const std::uint32_t transform = fbx_child(tree_, node, "Transform");
      if (transform == 0) {
        scene_.reads_elsewhere = false;  // the bind pose says
        ++scene_.unbound_clusters;
      }
      const auto number = fbx_array<double>(tree_, transform, cluster_budget_);
      if (!number || number->size() != 16) continue;
      for (const FbxConnection& bone : bones) {
        if (links_.model(bone.from) < 0) continue;
        out.push_back({links_.model(bone.from), glm::make_mat4(number->data())});
        break;
      }
    }
    return at->second;
  }

  int morph_of(std::int64_t channel) {
    const auto [at, is_new] = morph_.emplace(channel, static_cast<int>(scene_.morphs.size()));
    if (is_new) scene_.morphs.push_back(read_morph(channel));
    return at->second;
  }

  FbxMorph read_morph(std::int64_t channel) {
    constexpr double kPercent = 0.01;
    FbxMorph out;
    const std::uint32_t node = links_.object(channel, "Deformer");
    out.name = out.channel = fbx_object_name(tree_, node);
    const double old =
        fbx_real(tree_.get(fbx_child(tree_, node, "DeformPercent"), 0)).value_or(0.0);
    FbxProperties properties(tree_, {fbx_child(tree_, node, "Properties70")});
    out.weight = kPercent * properties.real("DeformPercent", old);
    if (!std::isfinite(static_cast<float>(out.weight))) out.weight = 0.0;
    std::uint32_t last = 0;
    for (const FbxConnection& c : links_.into(channel)) {
      const std::uint32_t shape = links_.object(c.from, "Geometry");
      if (shape == 0) continue;
      out.shapes.push_back({fbx_object_name(tree_, shape), 1.0, shape});
      last = shape;
    }
    const std::uint32_t weights = fbx_child(tree_, node, "FullWeights");
    const auto full = fbx_array<double>(tree_, weights, full_weights_budget_);
    const std::size_t count = out.shapes.size();
    if (full && count == 1 && full->size() > 1) {
      if (full->size() == count_of(tree_, fbx_child(tree_, last, "Indexes")) &&
          std::any_of(full->begin(), full->end(), [](double f) { return f != 100.0; })) {
        out.parts = weights;
      }
    } else if (full) {
      for (std::size_t k = 0; k < std::min(count, full->size()); ++k) {
        if (std::isfinite((*full)[k])) out.shapes[k].full = kPercent * (*full)[k];
      }
    }
    if (count == 1 && !out.shapes[0].name.empty()) out.name = out.shapes[0].name;
    return out;
  }

  const FbxLinks& links_;
  FbxScene& scene_;
  const FbxTree& tree_;
  std::unordered_map<std::int64_t, int> morph_;
  std::unordered_map<std::int64_t, int> clusters_;  // skin deformer -> index into scene_.clusters
  std::size_t full_weights_budget_ = kMaxFullWeights;
  std::size_t cluster_budget_ = kMaxClusterBytes;
};

}  // namespace

std::unordered_map<std::int64_t, int> read_fbx_deformers(const FbxLinks& links, FbxScene& scene) {
  Deformers deformers(links, scene);
  deformers.connect_skins();
  deformers.connect_morphs();
  return deformers.channels();
}

}  // namespace bindpose
