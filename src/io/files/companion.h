// Which files beside a model may be read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bindpose {

// `stored`, seen from the model's folder ("" is the working folder), when it is an ordinary file in
// that folder or below it. Nothing for absolute paths and "..", and nothing where a link leads out
// of the folder: a model from elsewhere must not be able to name any other file of this machine.
std::optional<std::filesystem::path> find_companion(const std::filesystem::path& folder,
                                                    const std::filesystem::path& stored);

// For a name that is not there: the one file whose path differs from it in capitals of ASCII alone,
// as programs on other systems take it. Nothing where several do.
std::optional<std::filesystem::path> find_in_other_case(const std::filesystem::path& folder,
                                                        const std::filesystem::path& stored);

// While one is alive, what find_companion() finds on its thread is kept in it, each file once. One
// at a time on a thread.
class FoundCompanions {
 public:
  FoundCompanions();
  ~FoundCompanions();
  FoundCompanions(const FoundCompanions&) = delete;
  FoundCompanions& operator=(const FoundCompanions&) = delete;

  // A file that was found in another way.
  static void add(const std::filesystem::path& file);
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::vector<std::filesystem::path> files_;
};

// "my%20skin.png" -> "my skin.png"
std::string percent_decoded(const std::string& text);

// As find_companion(), for names as glTF writes them: with percents for what a URI may not hold.
std::optional<std::filesystem::path> find_linked(const std::filesystem::path& folder,
                                                 const std::string& uri);

// What ModelFile::made calls a file by: its path as seen from the model's folder, "skins/m.mtl".
std::string made_name(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace bindpose
