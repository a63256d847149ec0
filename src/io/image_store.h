// The images of a model while it is read: each file or embedded picture once, however many
// materials and slots show it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/import.h"

namespace bindpose {

// A picture that a material shows: where it belongs.
struct ImageUser {
  std::size_t material = 0;  // index into Model::materials
  TextureSlot slot = TextureSlot::BaseColor;
};

class ImageStore {
 public:
  // Returns nothing and a sentence in `error` where there is no picture.
  using Decode = std::function<std::optional<Image>(int max_side, std::string& error)>;

  // All outlive the store. Files come from the folder of `model_file` and from where the options
  // say that the user has them, never from elsewhere.
  ImageStore(const std::filesystem::path& model_file, const ImportOptions& options, Model& model);

  // A picture in a file of its own, by the name that the model has for it.
  void want_file(const std::string& stored, const ImageUser& user);
  // A picture in the model's file. `key` tells it from the others; `decode` is called once, from
  // any thread.
  void want(const std::string& key, const std::string& name, Decode decode, const ImageUser& user);

  // Decodes what is wanted, side by side, fills Model::images and the slots' TextureUse::image.
  // What is missing goes into Model::missing_textures, and into the report with all else that does
  // not work. All images together stay under a limit: those behind it are made smaller, and left
  // out where that does not help. `progress` as in add_materials().
  void load(const std::function<void(float)>& progress);

 private:
  struct Wanted {
    std::string stored;  // clean
    std::string name;
    Decode decode;  // empty: the file is missing
    std::vector<ImageUser> user;
  };
  std::optional<std::filesystem::path> find(const std::string& stored);
  std::string place(const Wanted& wanted) const;
  void keep(const Wanted& wanted, std::optional<Image> image, const std::string& error);

  const std::filesystem::path& file_;
  const ImportOptions& options_;
  Model& model_;
  std::vector<Wanted> wanted_;
  std::map<std::string, std::size_t> index_;
  std::map<std::string, std::filesystem::path> found_files_;  // in the user's folders, by name
  std::map<std::string, std::filesystem::path> found_stems_;  // the same without the ending
  bool searched_ = false;
  std::size_t bytes_ = 0;
  std::size_t shrunk_ = 0;
};

}  // namespace bindpose
