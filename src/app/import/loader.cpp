#include "app/import/loader.h"

#include <utility>

namespace bindpose::app {

void Loader::start(const std::string& path, const TexturePlaces& textures) {
  cancel();
  path_ = path;
  ImportOptions options;
  options.texture_folders = textures.folders;
  options.texture_files = textures.files;
  job_ = std::make_unique<ImportJob>(path, options, limits_);
}

std::optional<Loader::Progress> Loader::progress() const {
  if (!job_) return std::nullopt;
  const ImportJob::Progress p = job_->progress();
  return Progress{path_, p.phase, p.part, p.seconds};
}

std::optional<Loader::Result> Loader::poll() {
  if (!job_) return std::nullopt;
  std::optional<ImportResult> result = job_->poll();
  if (!result) return std::nullopt;
  job_.reset();
  return Result{path_, std::move(result->model), std::move(result->error),
                std::move(result->joint_colors)};
}

}  // namespace bindpose::app
