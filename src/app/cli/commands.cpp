#include "app/cli/commands.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include "app/cli/open_scene.h"
#include "app/cli/retarget_command.h"
#include "app/cli/verify.h"
#include "app/gl_context.h"
#include "app/import/plain_file.h"
#include "app/paths.h"
#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "io/text/probe_text.h"
#include "io/text/scene_json.h"
#include "render/renderer.h"
#include "scene/clips/make_clips.h"
#include "scene/names.h"
#include "scene/near_match.h"
#include "scene/numerals.h"

namespace bindpose::app {

namespace {

// Counts through all meshes.
VertexRef vertex_of_model(const Model& model, std::uint64_t number) {
  std::uint64_t rest = number;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    const std::size_t count = model.meshes[m].position.size();
    if (rest < count) return {static_cast<int>(m), static_cast<std::uint32_t>(rest)};
    rest -= count;
  }
  return {};
}

std::string range_of(std::size_t vertices) {
  return vertices == 0 ? "it has none" : "they count from 0 to " + std::to_string(vertices - 1);
}

VertexRef vertex_of(const Model& model, const ProbeArgs& args) {
  const auto number = static_cast<std::uint64_t>(args.vertex);
  const std::string which = "--vertex " + std::to_string(args.vertex) + ": ";
  if (args.mesh.empty()) {
    const VertexRef at = vertex_of_model(model, number);
    if (!at.empty()) return at;
    throw UsageError(which + model.name + " has no such vertex; " + range_of(vertex_count(model)));
  }
  const int mesh = find_mesh(model, args.mesh);
  if (mesh < 0) {
    std::vector<std::string> names;
    for (const Mesh& m : model.meshes) names.push_back(m.name);
    const std::string hint = did_you_mean(args.mesh, names);
    throw UsageError("--mesh " + args.mesh + ": " + model.name + " has no such mesh" +
                     (hint.empty() ? "; 'bindpose info' lists them, and they count from 0" : hint));
  }
  const std::size_t count = model.meshes[static_cast<std::size_t>(mesh)].position.size();
  if (number >= count) {
    throw UsageError(which + "mesh " + args.mesh + " has no such vertex; " + range_of(count));
  }
  return {mesh, static_cast<std::uint32_t>(number)};
}

// The rig is written to be posed again: what poses it or chooses how it is skinned would be lost in
// silence.
void refuse_pose_of_rig(const PoseArgs& pose) {
  const std::pair<bool, const char*> given[] = {
      {pose.bind, "--bind"},
      {pose.rest, "--rest"},
      {!pose.clip.empty(), "--clip"},
      {pose.time_given, "--time"},
      {!pose.fade.empty(), "--fade"},
      {!pose.pose_file.empty(), "--pose"},
      {pose.raw_weights, "--raw-weights"},
      {!pose.method.empty(), "--method"},
  };
  const std::string why =
      ": --rig writes the rig to be posed again, with its own rest pose and clips; leave "
      "--rig out to write the posed mesh";
  for (const auto& [is_given, option] : given) {
    if (is_given) throw UsageError(option + why);
  }
  // Where edits before have put the joints is what they are bound to "here"; the rest pose and the
  // file's Pose know nothing of such edits.
  const auto binds = [](const std::string& text) {
    std::istringstream words(text);
    std::string first, second, third;
    words >> first >> second >> third;
    return (first == "rebind" && second == "here") ||
           (first == "bind" && second == "pose" && third == "here");
  };
  const auto last = std::ranges::find_if(pose.edits.rbegin(), pose.edits.rend(), binds).base();
  for (auto at = last; at != pose.edits.end(); ++at) {
    const std::string& text = *at;
    const std::string word = text.substr(0, text.find_first_of(" \t"));
    constexpr std::string_view kOfRig[] = {"weights",  "bind",     "take",  "drop",
                                           "vertices", "mend",     "paint", "transfer",
                                           "draft",    "skeleton", "rebind"};
    if (std::ranges::find(kOfRig, word) != std::end(kOfRig)) continue;
    if (text.starts_with("lock weights") || text.starts_with("unlock weights")) continue;
    throw UsageError("--edit \"" + text + "\"" + why +
                     " (with --rig, edits are \"weights ...\", \"bind ...\", \"vertices "
                     "...\", \"mend ...\", \"paint ...\", \"transfer ...\", \"draft ...\", "
                     "\"skeleton build\", \"rebind ...\" or "
                     "\"take clip ...\")");
  }
}

}  // namespace

Document open_posed(const std::string& path, const PoseArgs& pose, bool textures,
                    const ImportLimits& limits, const std::string& output) {
  ImportOptions options;
  options.textures = textures;
  Document document(open_scene(path, options, limits).scene);
  const std::vector<std::string> notes = apply_pose(pose, document, limits);
  if (!output.empty()) refuse_to_replace_input("-o", output);
  tell(notes);
  return document;
}

void print(const std::string& text) {
  const bool json = text.starts_with('{') || text.starts_with('[');
  const std::string shown = json ? shown_json(text) : shown_text(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

void refuse_to_replace(const std::string& model, const std::string& output) {
  note_input(model, "the model itself");
  refuse_to_replace_input("-o", output);
}

void tell(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    std::fprintf(stderr, "bindpose: note: %s\n", shown_sentence(note).c_str());
  }
}

namespace {

// What was printed is read by scripts: a disk that was full must not look like success.
int printed_whole(int code) {
  errno = 0;
  const bool failed = std::fflush(stdout) != 0;
  if (!failed && std::ferror(stdout) == 0) return code;
  std::fprintf(stderr, "bindpose: Not all could be printed to standard output%s%s\n",
               errno != 0 ? ": " : "", errno != 0 ? std::strerror(errno) : "");
  return code == kGood ? kCheckFailed : code;
}

}  // namespace

int run_told(const std::function<int()>& run) {
  const auto tell_of = [](const std::exception& e, ExitCode code) {
    std::fprintf(stderr, "bindpose: %s\n", shown_sentence(e.what()).c_str());
    return code;
  };
  try {
    return printed_whole(run());
  } catch (const UsageError& e) {
    return tell_of(e, kWrongUsage);
  } catch (const ImportError& e) {
    return tell_of(e, kUnreadable);
  } catch (const std::exception& e) {
    return tell_of(e, kCheckFailed);
  }
}

int run_info(const std::string& path, InfoForm form, const ImportLimits& limits) {
  ImportOptions options;  // textures are decoded: a broken one belongs in the report
  try {
    const Scene scene = open_scene(path, options, limits).scene;
    const Model& model = *scene.model;
    const std::vector<std::string> marks = marks_of(scene);
    print(form == InfoForm::Text   ? info_text(model, marks)
          : form == InfoForm::Json ? info_json(model, marks)
                                   : info_line(path, model, marks));
  } catch (const ImportError& e) {
    if (form == InfoForm::JsonLine) print(error_line(path, e.what()));
    throw;
  }
  return kGood;
}

int run_matrices(const std::string& path, const PoseArgs& pose, const ImportLimits& limits) {
  const Document document = open_posed(path, pose, false, limits);
  print(matrices_json(document.scene(), evaluate(document.scene())));
  return kGood;
}

int run_probe(const ProbeArgs& args, const PoseArgs& pose, const ImportLimits& limits) {
  const Document document = open_posed(args.model, pose, false, limits);
  const Scene& scene = document.scene();
  const Probe found = probe(scene, evaluate(scene), vertex_of(*scene.model, args));
  print(args.json ? probe_json(scene, found) : probe_text(scene, found));
  return kGood;
}

// Turns of a clip add up along a chain of joints: beyond what 'diff' takes for the same.
constexpr const char* kRounded =
    "Its numbers are rounded: places to 1/130,000 of a mesh's size, normals to 0.05 degrees, "
    "texture "
    "coordinates to 1/8,000, turns of clips to 0.006 degrees a joint, weights to 1/65,535; "
    "'bindpose "
    "diff' tells no difference with "
    "--tolerance 0.001.";

int run_export(const ExportArgs& args, const PoseArgs& pose, const ImportLimits& limits) {
  refuse_to_replace(args.model, args.output);
  if (args.bake && !args.rig) throw UsageError("--bake writes a clip: it needs --rig");
  if (args.rig && !args.bake) refuse_pose_of_rig(pose);
  Document document = open_posed(args.model, pose, true, limits, args.output);
  const Scene& scene = document.scene();
  if (args.bake) {
    check_bake(scene, "--bake");
    std::size_t sheared = 0;
    baked_clip(scene, "", &sheared);
    if (sheared > 0) {
      tell({counted(sheared, "joint is", "joints are") +
            " sheared by their edits, which keys cannot hold: only turn and sizes were kept."});
    }
    if (document.apply({BakeClip{}}).extent == Change::None) {
      throw UsageError("--bake: the clip has keys that cannot be baked");
    }
  }
  const GlbPacking packing = args.packing == "lossless" ? GlbPacking::Lossless
                             : args.packing == "small"  ? GlbPacking::Small
                                                        : GlbPacking::None;
  write_or_blame("-o", args.output, [&] {
    const OpenPlain plain = plain_in_child(limits);
    tell(args.rig ? export_rig(scene, args.output, nullptr, packing, plain)
                  : export_posed(scene, evaluate(scene), args.output, nullptr, packing, plain));
    if (packing == GlbPacking::Small) tell({kRounded});
  });
  return kGood;
}

namespace {

std::vector<Check> all_checks(const Document& document, bool cpu_only) {
  std::vector<Check> checks = verify_on_cpu(document.scene());
  if (!cpu_only) {
    const OffscreenContext context;
    Renderer renderer(shader_folder());
    const std::vector<Check> gpu = verify_on_gpu(document.scene(), renderer);
    checks.insert(checks.end(), gpu.begin(), gpu.end());
  }
  return checks;
}

}  // namespace

int run_verify(const std::string& path, const PoseArgs& pose, const VerifyArgs& args,
               const ImportLimits& limits) {
  std::vector<Check> checks;
  try {
    checks = all_checks(open_posed(path, pose, false, limits), args.cpu_only);
  } catch (const ImportError& e) {
    if (args.json) print(error_line(path, e.what()));
    throw;
  }
  int failed = 0;
  print(args.json ? verify_line(path, checks, failed) : verify_report(checks, failed));
  if (failed > 0 && args.json) return kCheckFailed;
  if (failed > 0) {
    std::printf("%d of %zu checks differ by more than %.0e.\n", failed, checks.size(),
                kVerifyLimit);
    return kCheckFailed;
  }
  return kGood;
}

}  // namespace bindpose::app
