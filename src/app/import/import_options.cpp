#include "app/import/import_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/usage_error.h"

namespace bindpose::app {
namespace {

void add_texture_file(const std::string& word, ImportLimits& limits) {
  const std::size_t at = word.rfind('=');  // a file may be called anything but that
  if (at == 0 || at == word.npos || at + 1 == word.size()) {
    throw UsageError("--texture " + word + ": it is NAME=FILE, a texture's name in the model and " +
                     "the picture to take for it");
  }
  const std::filesystem::path file = word.substr(at + 1);
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    throw UsageError("--texture " + word + ": there is no file " + file.string());
  }
  limits.texture_files[word.substr(0, at)] = std::filesystem::absolute(file, error);
}

}  // namespace

void add_import_options(CLI::App* command, ImportLimits& limits) {
  const char* const group = "Import (in a process of its own)";
  command
      ->add_option_function<std::uint64_t>(
          "--import-memory", [&limits](const std::uint64_t& mib) { limits.memory = mib << 20; },
          "MiB that it may take (4096)")
      ->check(CLI::Range(std::uint64_t{64}, std::uint64_t{1} << 30))
      ->group(group);
  command
      ->add_option("--textures", limits.texture_folders,
                   "A folder with textures that are not beside the model; may be repeated")
      ->check(CLI::ExistingDirectory)
      ->allow_extra_args(false)
      ->group(group);
  command
      ->add_option_function<std::vector<std::string>>(
          "--texture",
          [&limits](const std::vector<std::string>& words) {
            for (const std::string& word : words) add_texture_file(word, limits);
          },
          "NAME=FILE: a picture in place of a texture, by its name in the model ('info' lists what "
          "is missing); may be repeated")
      ->expected(1)
      ->take_all()
      ->group(group);
  command->add_option("--import-seconds", limits.seconds, "Seconds that it may take (120)")
      ->check(CLI::Range(0.1, 1e6))
      ->group(group);
}

}  // namespace bindpose::app
