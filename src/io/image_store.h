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
  bool maybe_bump = false;  // counts as normals only where the pixels can be such
  // Its alpha lets light through: an opaque material becomes one that is cut out or, where the
  // alpha is soft, blended.
  bool sets_alpha = false;
};

// Returns nothing and a sentence in `error` where there is no picture; a picture and a sentence
// where a part of it is not as the file has it.
using DecodeImage = std::function<std::optional<Image>(int max_side, std::string& error)>;

// A picture as a model names it: in a file of its own, or in the model's, where `decode` says how
// it is read; that is called once, from any thread.
struct ImageSource {
  std::string stored;  // tells it from the others
  std::string name{};
  DecodeImage decode{};
  std::string file{};  // Image::file
};

class ImageStore {
 public:
  // All outlive the store. Files come from the folder of `model_file` and from where the options
  // say that the user has them, never from elsewhere.
  ImageStore(const std::filesystem::path& model_file, const ImportOptions& options, Model& model);

  void want(const ImageSource& source, const ImageUser& user);
  // One picture of two: roughness is the first channel of one, metalness of the other; where both
  // are the same, its second and third. Either may be nullptr. `gloss`: the first is white where
  // the surface is smooth.
  void want_packed(const ImageSource* rough, const ImageSource* metal, const ImageUser& user,
                   bool gloss = false);
  // One picture of two: the colours of one (nullptr: white) and what lets light through of the
  // other, as with_coverage() has it. False where the colours are not there.
  bool want_covered(const ImageSource* color, const ImageSource& coverage, const ImageUser& user);

  // Decodes what is wanted, side by side, fills Model::images and the slots' TextureUse::image.
  // What is missing goes into Model::missing_textures, and into the report with all else that does
  // not work. All images together stay under a limit: those behind it are made smaller, and left
  // out where that does not help. `progress` as in add_materials().
  void load(const std::function<void(float)>& progress);

 private:
  struct Wanted {
    std::string stored;  // clean
    std::string name;
    DecodeImage decode;  // empty: the file is missing
    std::string file;
    std::vector<ImageUser> user;
  };
  std::optional<std::filesystem::path> find(const std::string& stored);
  ImageSource found(const ImageSource& source);
  void add(const std::string& key, const ImageSource& source, const ImageUser& user);
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
