// The subcommands behind the command line. Each prints to standard output and returns the exit
// code; a file that cannot be read throws ImportError, wrong usage UsageError, anything else
// std::exception.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/pose_args.h"
#include "app/import/import_worker.h"
#include "app/input_files.h"

namespace bindpose::app {

// Writes to `output`, which the user named by `option`: that it cannot be written is wrong usage,
// and so is that it is a file that the command has read. Throws UsageError.
template <typename Write>
void write_or_blame(const std::string& option, const std::string& output, Write&& write) {
  refuse_to_replace_input(option, output);
  try {
    write();
  } catch (const std::exception& e) {
    throw UsageError(e.what());
  }
}

// Before the work: refuses (UsageError) an output (-o) that is the model itself. A posed mesh must
// not replace its rig.
void refuse_to_replace(const std::string& model, const std::string& output);

// The model in that pose, what is said of it told. `textures`: their pictures are read, too.
// `output`: what -o names; UsageError where that is one of all the files that were read for it.
Document open_posed(const std::string& path, const PoseArgs& pose, bool textures,
                    const ImportLimits& limits, const std::string& output = "");

// Notes go to standard error, a line each.
void tell(const std::vector<std::string>& notes);

// To standard output: text, or JSON, which begins with a brace or a bracket. Names in it cannot
// steer a terminal (io/text/clean_text.h).
void print(const std::string& text);

// Runs it; what it throws is told on standard error in one line, and is the exit code.
int run_told(const std::function<int()>& run);

enum ExitCode { kGood = 0, kCheckFailed = 1, kWrongUsage = 2, kUnreadable = 3 };

struct RenderArgs {
  std::string model, output;
  std::string recipe;  // the command as it was given, for the pictures
  bool json = false;   // prints {"path", "output"}, of what cannot be read {"path", "error"}
  int width = 1280, height = 720;
  PoseArgs pose;
  ImportLimits import;
  std::string show;     // words::kShow; "limit:N"; "" as the workspace has it, or shaded
  std::string normals;  // exact | usual | plain; "" likewise, or usual
  std::string tone;     // words::kTone; "" as the workspace has it, or soft
  std::string joint;
  std::vector<std::string> hide;  // meshes by name
  std::string from;               // "", front, back, left, right, top
  std::string camera;             // words of a lesson's step (scene/lesson/lesson.h); "" none
  std::string formula;            // one of kLessonFormulas; "" none
  std::string panes;              // "", 1, 2, 4 or split
  std::string compare;            // a deformer's key: of the second pane
  std::string diff;               // another file, in the second pane
  double tolerance = 1e-4;        // of that: DiffOptions
  std::optional<float> split;     // where the line of --panes split stands, as a part of the width
  bool no_skeleton = false;
  bool light = false;
  bool panels = false;     // the whole window, panels included
  bool presenter = false;  // as it looks in presenter mode
  float scale = 1.0f;
  double orbit_degrees = 0.0;       // turns the first view about the vertical
  std::string background;           // "", theme or transparent
  int supersample = 1;              // so many times as many pixels are drawn each way
  std::optional<double> turntable;  // a film: seconds
  std::string frames;               // a film: "FIRST:LAST" of the clip
  std::optional<double> fps;
  bool tells_progress = false;  // a line a frame on standard output
};

struct BindArgs {
  std::string model, output;
  std::string method;               // "": segment
  std::string weights;              // a file of weights in place of a method
  std::vector<std::string> radius;  // "R" or "NAME=R"
  // "" or not set: what is usual for the method (scene/automatic/automatic_binding.h).
  std::optional<float> power, strength, falloff;
  std::optional<int> resolution, limit;
  std::string joints;  // "weighted", "all"
  bool figures = false, json = false;
  ImportLimits import;
};

int run_bind(const BindArgs& args);

struct TransferArgs {
  std::string model, output;
  TransferWeights how;  // of --from
  bool json = false;
  ImportLimits import;
};
int run_transfer(const TransferArgs& args);
// The weights of an edit's file, for the scene; what is said of them goes to `notes`. Throws
// UsageError, which begins with the option, and ImportError.
void open_transferred(TransferWeights& edit, const Scene& scene, const std::string& option,
                      const ImportLimits& limits, std::vector<std::string>& notes);

// The names of the saved poses, a line each; with a model also how many of their joints it has, and
// what cannot be read as notes.
int run_poses(const std::string& model, const ImportLimits& limits);
enum class InfoForm { Text, Json, JsonLine };
// A line of JSON has the path as well, also of a file that cannot be read: {"path", "error"}.
int run_info(const std::string& model, InfoForm form, const ImportLimits& limits);
int run_matrices(const std::string& model, const PoseArgs& pose, const ImportLimits& limits);
// Which vertex `probe` takes apart. Without a mesh the vertices of all meshes count on, in the
// order of `info`.
struct ProbeArgs {
  std::string model, mesh;
  std::int64_t vertex = 0;
  bool json = false;
};
int run_probe(const ProbeArgs& args, const PoseArgs& pose, const ImportLimits& limits);
struct ExportArgs {
  std::string model, output;
  bool rig = false;     // with its weights as edited, to be posed again, in place of the posed mesh
  bool bake = false;    // with the pose's clip, the edits in it, as the last one
  std::string packing;  // "lossless", "small" or ""
};
int run_export(const ExportArgs& args, const PoseArgs& pose, const ImportLimits& limits);
int run_render(const RenderArgs& args);
struct VerifyArgs {
  bool cpu_only = false;
  bool json = false;  // a line, also of a file that cannot be read: {"path", "error"}
};
int run_verify(const std::string& model, const PoseArgs& pose, const VerifyArgs& args,
               const ImportLimits& limits);

}  // namespace bindpose::app
