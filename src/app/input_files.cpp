#include "app/input_files.h"

#include <mutex>
#include <utility>
#include <vector>

#include "app/usage_error.h"

namespace bindpose::app {
namespace {

namespace fs = std::filesystem;

struct Inputs {
  std::mutex mutex;  // pictures are made while the model is read
  std::vector<std::pair<fs::path, const char*>> file;
};
Inputs& inputs() {
  static Inputs all;
  return all;
}

}  // namespace

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  // Of a name that nothing stands for yet, weakly_canonical() leaves a relative one as it is.
  const fs::path whole_a = fs::weakly_canonical(fs::absolute(a, error), error);
  return !whole_a.empty() && whole_a == fs::weakly_canonical(fs::absolute(b, error), error);
}

void note_input(const fs::path& file, const char* what) {
  if (file.empty()) return;
  Inputs& all = inputs();
  const std::scoped_lock lock(all.mutex);
  all.file.emplace_back(file, what);
}

void refuse_to_replace_input(const std::string& option, const fs::path& output) {
  Inputs& all = inputs();
  const std::scoped_lock lock(all.mutex);
  for (const auto& [file, what] : all.file) {
    if (!is_same_file(file, output)) continue;
    throw UsageError(option + " " + output.string() + " is " + what +
                     " and would be lost; choose another name");
  }
}

}  // namespace bindpose::app
