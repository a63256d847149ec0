#include "app/commands.h"

#include <cstdio>
#include <filesystem>

#include "app/gl_context.h"
#include "app/paths.h"
#include "app/verify.h"
#include "io/export.h"
#include "io/scene_json.h"
#include "render/renderer.h"

namespace bindpose::app {

namespace {

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

Document open_posed(const std::string& path, const PoseArgs& pose, bool textures,
                    const ImportLimits& limits) {
  ImportOptions options;
  options.textures = textures;
  Document document(make_scene(import_for_command(path, options, limits)));
  for (const std::string& note : apply_pose(pose, document)) {
    std::fprintf(stderr, "bindpose: note: %s\n", note.c_str());
  }
  return document;
}

}  // namespace

void refuse_to_replace(const std::string& model, const std::string& output) {
  std::error_code error;
  if (std::filesystem::equivalent(model, output, error)) {
    throw UsageError("-o " + output +
                     " is the model itself and would be lost; choose another name");
  }
}

int run_info(const std::string& path, bool json, const ImportLimits& limits) {
  ImportOptions options;  // textures are decoded: a broken one belongs in the report
  const std::shared_ptr<const Model> model = import_for_command(path, options, limits);
  print(json ? info_json(*model) : info_text(*model));
  return kGood;
}

int run_matrices(const std::string& path, const PoseArgs& pose, const ImportLimits& limits) {
  const Document document = open_posed(path, pose, false, limits);
  print(matrices_json(document.scene(), evaluate(document.scene())));
  return kGood;
}

int run_export(const std::string& path, const std::string& output, const PoseArgs& pose,
               const ImportLimits& limits) {
  refuse_to_replace(path, output);
  const Document document = open_posed(path, pose, true, limits);
  write_or_blame([&] { export_posed(document.scene(), evaluate(document.scene()), output); });
  return kGood;
}

int run_verify(const std::string& path, const PoseArgs& pose, bool cpu_only,
               const ImportLimits& limits) {
  const Document document = open_posed(path, pose, false, limits);
  std::vector<Check> checks = verify_on_cpu(document.scene());
  if (!cpu_only) {
    const OffscreenContext context;
    Renderer renderer(shader_folder());
    const std::vector<Check> gpu = verify_on_gpu(document.scene(), renderer);
    checks.insert(checks.end(), gpu.begin(), gpu.end());
  }
  int failed = 0;
  print(verify_report(checks, failed));
  if (failed > 0) {
    std::printf("%d of %zu checks differ by more than %.0e.\n", failed, checks.size(),
                kVerifyLimit);
    return kCheckFailed;
  }
  return kGood;
}

}  // namespace bindpose::app
