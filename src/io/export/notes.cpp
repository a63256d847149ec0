#include "io/export/notes.h"

#include <algorithm>
#include <set>

#include "io/gltf/compressed/decompress.h"
#include "io/gltf/document.h"
#include "io/import_error.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/clip.h"
#include "scene/deform/deformer_words.h"
#include "scene/draft/built_model.h"
#include "scene/names.h"
#include "scene/numerals.h"

namespace bindpose {

namespace {

bool is_compressed_file(const std::string& path) {
  try {
    const ModelFile file = read_model_file(path);
    const std::optional<GltfDocument> document = open_gltf(file);
    return document && is_compressed(*document);
  } catch (const ImportError&) {
    return false;
  }
}

}  // namespace

std::vector<std::string> notes_on_materials(const Model& model, bool opened) {
  if (model.materials.empty()) return {};
  if (model.format.starts_with("glTF") && bound_from(model) == nullptr) {
    return {
        "The skeleton was made by hand, so the file is written anew and materials as they are "
        "shown; extensions and extras that are not shown are left out."};
  }
  if (opened) {
    return {
        "The edits need nodes or shapes that the model's file does not have, so the file is "
        "written anew and materials as they are shown; extensions and extras that are not shown "
        "are left out."};
  }
  if (model.format.starts_with("glTF") && is_compressed_file(model.path)) {
    return {
        "The model's file is compressed and could not be decoded again as it was, so materials are "
        "written as they are shown: textures as PNG, and extensions and extras that are not shown "
        "are left out."};
  }
  if (model.format.starts_with("glTF")) {
    return {
        "The file that the model was read from is not there as it was, so materials are written as "
        "they are shown; extensions and extras that are not shown are left out."};
  }
  const auto lossy =
      static_cast<std::size_t>(std::count_if(model.materials.begin(), model.materials.end(),
                                             [](const Material& m) { return m.more_images > 0; }));
  if (lossy == 0) return {};
  return {counted(lossy, "material has", "materials have") +
          " textures of kinds that are not shown and so are not in the file."};
}

std::vector<std::string> notes_on_tied(std::size_t vertices,
                                       const std::vector<std::string>& joints) {
  if (vertices == 0) return {};
  const std::string names = joints.empty() ? "" : in_quotes(joints.front());
  const std::string more =
      joints.size() < 2 ? "" : " and " + std::to_string(joints.size() - 1) + " more";
  return {counted(vertices, "vertex without weights is", "vertices without weights are") +
          " tied to a joint that was made for them, " + names + more +
          ": a glTF file can hold no skinned vertex without weights. They follow their node as "
          "before, but the file no longer tells that they lack weights."};
}

std::vector<std::string> notes_on_shear(const Scene& scene) {
  constexpr float kShear = 1e-4f;
  constexpr int kSamples = 24;  // of a clip
  std::set<int> joints;
  std::string where;
  float worst = 0.0f;
  for (int c = 0; c < clip_count(scene); ++c) {
    const Clip& clip = *clip_at(scene, c);
    for (const JointTrack& track : clip.tracks) {
      for (int k = 0; k <= kSamples; ++k) {
        const float error = recompose_error(sample(track, clip.duration * k / kSamples));
        if (error > kShear) joints.insert(track.joint);
        if (!(error > kShear) || error <= worst) continue;
        worst = error;
        where = in_quotes(scene.model->skeleton.name[idx(track.joint)]) + " in clip " +
                in_quotes(clip.name);
      }
    }
  }
  if (joints.empty()) return {};
  return {counted(joints.size(), "joint is", "joints are") +
          " sheared by clips, which keys of glTF cannot hold: turn and size of them, and the "
          "surface with them, are off where they are sheared, most of all " +
          where + " (entries of its matrix by up to " + short_value(worst) + " of the largest)."};
}

std::vector<std::string> notes_on_deformers(const Model& model) {
  std::vector<std::string> names;
  bool mixed = false;
  for (const Mesh& mesh : model.meshes) {
    if (!mesh.file_binding.skin.wants_dual_quaternions) continue;
    names.push_back(mesh.name);
    mixed = mixed || is_mixed_by_vertex(mesh, Deformer::File);
  }
  if (names.empty()) return {};
  return {counted(names.size(), "mesh asks", "meshes ask") + " for dual quaternions (" +
          enumerated(names, 3) +
          "), which glTF cannot say: other programs will blend linearly, and so will Bindpose "
          "without \"--method dqs\"" +
          (mixed ? ", which moves all vertices so, also those that the file mixes with the "
                   "linear blend."
                 : ".")};
}

}  // namespace bindpose
