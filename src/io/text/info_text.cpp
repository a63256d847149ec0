// info_text: what `bindpose info` prints for a person.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "io/text/json_text.h"
#include "io/text/scene_json.h"
#include "io/text/text_table.h"
#include "io/text/texture_words.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

std::string counted_in_groups(std::size_t n, const std::string& one, const std::string& many) {
  return grouped(n) + " " + (n == 1 ? one : many);
}

std::string seconds(double s) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f s", s);
  return text;
}

std::string mesh_table(const Model& model) {
  std::vector<std::vector<std::string>> rows = {{"name", "vertices", "triangles", "joints",
                                                 "most influences", "unweighted", "unnormalised",
                                                 "on node"}};
  for (const Mesh& mesh : model.meshes) {
    const WeightStats stats = weight_stats(mesh.file_binding.influences);
    const Skin& skin = mesh.file_binding.skin;
    const bool skinned = skin.skinned;
    rows.push_back(
        {printable(mesh.name), grouped(mesh.position.size()), grouped(mesh.triangle.size() / 3),
         skinned ? grouped(skin.joint.size()) : "rigid",
         skinned ? grouped(stats.max_influences) : "-", skinned ? grouped(stats.unweighted) : "-",
         skinned ? grouped(stats.unnormalised) : "-",
         printable(model.skeleton.name[static_cast<std::size_t>(mesh.node)])});
  }
  return table(rows, true);
}

std::string joint_tree(const Skeleton& skeleton) {
  constexpr int kDeepest = 40;  // deeper levels are not indented further
  std::vector<int> depth(skeleton.parent.size(), 0);
  std::string out;
  for (std::size_t j = 0; j < skeleton.parent.size(); ++j) {
    if (skeleton.parent[j] >= 0) {
      depth[j] = std::min(kDeepest, depth[static_cast<std::size_t>(skeleton.parent[j])] + 1);
    }
    out +=
        std::string(2 + 2 * static_cast<std::size_t>(depth[j]), ' ') + printable(skeleton.name[j]);
    if (const std::string& human = human_bone(skeleton, static_cast<int>(j)); !human.empty()) {
      out += "  [" + human + "]";
    }
    if (skeleton.file_flags.is_joint[j] == 0) {
      out += "  (node)";
    } else if (skeleton.file_flags.has_weight[j] == 0) {
      out += "  (no weights)";
    }
    out += "\n";
  }
  return out;
}

std::string morph_table(const Model& model) {
  std::vector<std::size_t> moved(model.morph_channels.size(), 0);
  for (const Mesh& mesh : model.meshes) {
    for (const MorphTarget& t : mesh.morph) {
      moved[static_cast<std::size_t>(t.channel)] += t.vertex.size();
    }
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t c = 0; c < moved.size(); ++c) {
    const MorphChannel& channel = model.morph_channels[c];
    char weight[32];
    std::snprintf(weight, sizeof weight, "at rest %.3g",
                  static_cast<double>(channel.default_weight));
    rows.push_back(
        {printable(channel.name), counted_in_groups(moved[c], "vertex", "vertices"), weight,
         "on " + printable(model.skeleton.name[static_cast<std::size_t>(channel.node)])});
  }
  return table(rows, true);
}

std::string clip_table(const Model& model) {
  std::vector<std::vector<std::string>> rows;
  for (const Clip& clip : model.clips) {
    rows.push_back(
        {printable(clip.name), seconds(clip.duration),
         counted_in_groups(clip.tracks.size(), "joint moves", "joints move"),
         clip.morphs.empty() ? "" : counted_in_groups(clip.morphs.size(), "morph", "morphs")});
  }
  return table(rows, false);
}

std::string material_table(const Model& model) {
  std::vector<std::vector<std::string>> rows;
  for (const Material& m : model.materials) {
    const auto image = static_cast<std::size_t>(m.base_image());
    rows.push_back({printable(m.name), m.base_image() < 0
                                           ? "no texture"
                                           : "texture " + printable(model.images[image].name)});
  }
  return table(rows, true);
}

std::string missing_table(const Model& model) {
  std::vector<std::vector<std::string>> rows;
  for (const MissingTexture& t : model.missing_textures) {
    rows.push_back({printable(t.stored), texture_slot_word(t.slot),
                    "of " + printable(model.materials[static_cast<std::size_t>(t.material)].name)});
  }
  return table(rows, false);
}

std::string problem_lines(const Model& model) {
  const WeightProblems p = weight_problems(borrowed_scene(model), kUsualLimit);
  std::string out;
  const auto say = [&](std::size_t n, const char* one, const char* many, const std::string& what) {
    if (n > 0) out += "  " + counted_in_groups(n, one, many) + " " + what + "\n";
  };
  say(p.unweighted, "vertex", "vertices", "without weights");
  say(p.sum_off, "vertex", "vertices", "with a stored sum other than 1");
  say(p.broken, "vertex", "vertices", "with a weight that is negative, not finite or for no joint");
  say(p.over_limit, "vertex", "vertices",
      "with more than " + std::to_string(kUsualLimit) + " influences");
  say(p.without_weight.size(), "joint", "joints", "without weight");
  return out;
}

std::string report_lines(const Model& model) {
  std::string out;
  for (const ReportEntry& r : model.report) {
    const char* mark = r.severity == Severity::Error     ? "  error    "
                       : r.severity == Severity::Warning ? "  warning  "
                                                         : "  info     ";
    out += mark + printable(r.place) + ": " + printable(r.message) + "\n";
  }
  return out;
}

}  // namespace

std::string info_text(const Model& model, const std::vector<std::string>& marks) {
  std::string out = printable(model.name) + "  " + printable(model.format) + "\n";
  out += "  " + counted_in_groups(joint_count(model.skeleton.file_flags), "joint", "joints") +
         ", " + counted_in_groups(vertex_count(model), "vertex", "vertices") + ", " +
         counted_in_groups(triangle_count(model), "triangle", "triangles") + ", " +
         counted_in_groups(model.clips.size(), "clip", "clips") + "\n";
  if (!model.meshes.empty()) out += "\nMeshes\n" + mesh_table(model);
  if (!model.morph_channels.empty()) out += "\nMorphs\n" + morph_table(model);
  if (model.skeleton.size() > 0) out += "\nJoints\n" + joint_tree(model.skeleton);
  if (!model.clips.empty()) out += "\nClips\n" + clip_table(model);
  if (!model.materials.empty()) out += "\nMaterials\n" + material_table(model);
  if (!model.missing_textures.empty()) {
    out += "\nMissing textures (--textures FOLDER or --texture NAME=FILE finds them)\n" +
           missing_table(model);
  }
  if (!marks.empty()) out += "\nMarks\n";
  for (const std::string& mark : marks) out += "  " + printable(mark) + "\n";
  const std::string problems = problem_lines(model);
  if (!problems.empty()) out += "\nWeight problems\n" + problems;
  out += "\nReport\n" + (model.report.empty() ? "  nothing to report\n" : report_lines(model));
  return out;
}

}  // namespace bindpose
