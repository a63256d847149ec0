#include "app/import/import_options.h"

#include <CLI/CLI.hpp>

namespace bindpose::app {

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
  command->add_option("--import-seconds", limits.seconds, "Seconds that it may take (120)")
      ->check(CLI::Range(0.1, 1e6))
      ->group(group);
}

}  // namespace bindpose::app
