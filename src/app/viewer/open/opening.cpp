#include "app/viewer/open/opening.h"

#include <exception>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/import/texture_places.h"

namespace bindpose::app {

namespace fs = std::filesystem;

bool Opening::open(const std::string& path, Notices& notices, Arrival::For wanted,
                   const TransferWeights& transfer) {
  std::optional<WorkspaceFile> workspace;
  if (is_workspace(path)) {
    try {
      workspace = read_workspace(path);
      if (!workspace->model_found) {
        throw std::runtime_error("The model of " + fs::path(path).filename().string() +
                                 " is not there any more: " + workspace->model +
                                 "; put it back, or beside the workspace.");
      }
    } catch (const std::exception& e) {
      notices.tell(e.what(), true);
      return false;
    }
  }
  start(workspace ? workspace->model : path, workspace ? workspace->textures : TexturePlaces{});
  workspace_ = std::move(workspace);
  wanted_ = wanted;
  transfer_ = transfer;
  return true;
}

void Opening::start(const std::string& path, const TexturePlaces& textures) {
  next_watch_.start(path);
  next_textures_ = textures;
  loader_.start(path, next_textures_);
  again_ = relinking_ = false;
}

void Opening::start_again(TexturePlaces textures) {
  next_textures_ = std::move(textures);
  loader_.start(watch_.path(), next_textures_);
  again_ = true;
  relinking_ = false;
}

void Opening::read_again() {
  start_again(textures_);
}

void Opening::read_with_textures(const Model& open, const std::string& path,
                                 const std::string& stored) {
  start_again(with_place(open, textures_, path, stored));
  relinking_ = true;
}

bool Opening::take_relinking() {
  return std::exchange(relinking_, false);
}

std::optional<Arrival> Opening::poll() {
  std::optional<Loader::Result> result = loader_.poll();
  if (!result) return std::nullopt;
  Arrival arrival{.result = std::move(*result), .lesson = {}, .workspace = {}};
  arrival.textures = next_textures_;
  if (again_) return arrival;
  arrival.workspace = std::exchange(workspace_, std::nullopt);
  arrival.wanted = std::exchange(wanted_, Arrival::Show);
  arrival.transfer = transfer_;
  if (!arrival.result.model) compare_.clear();  // that was to be compared with it
  return arrival;
}

void Opening::shown(TexturePlaces textures) {
  if (!again_) watch_ = next_watch_;
  textures_ = std::move(textures);
}

std::string Opening::take_comparison() {
  return loader_.busy() ? "" : std::exchange(compare_, {});
}

std::optional<BusyCard> Opening::progress() const {
  const auto progress = loader_.progress();
  if (!progress) return std::nullopt;
  return BusyCard{"Loading " + fs::path(progress->path).filename().string(), progress->phase,
                  progress->part};
}

void Opening::cancel() {
  loader_.cancel();
  compare_.clear();
}

void Opening::drop_reading_again() {
  if (std::exchange(again_, false)) loader_.cancel();
}

}  // namespace bindpose::app
