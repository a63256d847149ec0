#include "io/plain/md5_anim.h"

#include <bit>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/companion.h"
#include "io/files/file_head.h"
#include "io/import_error.h"
#include "io/plain/md5_mend.h"
#include "io/plain/md5_words.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostAnimBytes = std::size_t{1} << 28;

std::string anim_word(std::string_view word) {
  constexpr std::size_t kMostLetters = 40;
  return "\"" + clean_text(word.substr(0, kMostLetters)) + "\"";
}

// Throws ImportError with what is wrong as its sentence's middle.
class Md5Anim {
 public:
  explicit Md5Anim(std::string_view text) : words_(text) {}

  void check() {
    if (words_.next() != "MD5Version") wrong("it does not begin with MD5Version");
    if (const std::size_t version = whole(); version != kVersion) {
      wrong("its version is " + std::to_string(version) + ", and " + std::to_string(kVersion) +
            " is read");
    }
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (word == "numFrames") said_frames_ = whole();
      if (word == "numJoints") said_joints_ = whole();
      if (word == "numAnimatedComponents") said_values_ = whole();
      if (word == "hierarchy") hierarchy();
      if (word == "baseframe") baseframe();
      if (word == "frame") frame();
    }
    if (joints_ == 0) wrong("it has no joints (hierarchy)");
    count("numJoints", said_joints_, "joints", joints_);
    count("numJoints", said_joints_, "places in its baseframe", places_);
    if (frames_ == 0) wrong("it has no frames");
    count("numFrames", said_frames_, "frames", frames_);
  }

 private:
  static constexpr std::size_t kVersion = 10;

  [[noreturn]] void wrong(const std::string& what) const { throw ImportError(what); }
  [[noreturn]] void wrong_here(const std::string& what) const {
    wrong("line " + std::to_string(words_.line()) + ": " + what);
  }
  void count(const char* key, std::size_t said, const char* of, std::size_t there) const {
    if (said == there) return;
    wrong(std::string(key) + " says " + std::to_string(said) + ", and it has " +
          std::to_string(there) + " " + of);
  }

  std::string_view next() {
    const std::string_view word = words_.next();
    if (word.empty()) wrong_here("it breaks off");
    return word;
  }
  void open() {
    const std::string_view word = next();
    if (word != "{") wrong_here("\"{\" is missing before " + anim_word(word));
  }
  std::size_t whole() {
    const std::string_view word = next();
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      wrong_here(anim_word(word) + " is not a whole number from 0 on");
    }
    return value;
  }
  // Whether the word is a number; brackets are passed over.
  bool is_value(std::string_view word) const {
    if (word == "(" || word == ")") return false;
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size()) return true;
    wrong_here(anim_word(word) + " is not a number");
  }

  void hierarchy() {
    open();
    for (std::string_view name = next(); name != "}"; name = next()) {
      if (!name.starts_with('"')) wrong_here(anim_word(name) + " is no name in quotes");
      std::string_view parent = next();
      if (parent != "-1" && is_value(parent) && parent.starts_with('-')) {
        wrong_here(anim_word(parent) + " is no joint's number");
      }
      const std::size_t flags = whole(), first = whole();
      const std::size_t values = static_cast<std::size_t>(std::popcount(flags));
      if (values > 0 && first + values > said_values_) {
        wrong_here("joint " + anim_word(name.substr(1)) + " takes values " + std::to_string(first) +
                   " to " + std::to_string(first + values - 1) + " of " +
                   std::to_string(said_values_));
      }
      ++joints_;
    }
  }

  std::size_t values() {
    open();
    std::size_t count = 0;
    for (std::string_view word = next(); word != "}"; word = next()) count += is_value(word);
    return count;
  }

  void baseframe() {
    constexpr std::size_t kOfAPlace = 6;
    places_ = values() / kOfAPlace;
  }

  void frame() {
    const std::size_t number = whole();
    const std::size_t has = values();
    if (has != said_values_) {
      wrong_here("frame " + std::to_string(number) + " has " + std::to_string(has) +
                 " values, and numAnimatedComponents says " + std::to_string(said_values_));
    }
    ++frames_;
  }

  Md5Words words_;
  std::size_t said_frames_ = 0, said_joints_ = 0, said_values_ = 0;
  std::size_t frames_ = 0, joints_ = 0, places_ = 0;
};

// In place of the file Assimp gets its text as it reads it rightly.
void serve_mended(std::string_view text, const std::filesystem::path& asked, ModelFile& file) {
  const std::string mended = md5_for_assimp(text);
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(mended.begin(), mended.end());
  file.made[made_name(asked, file.path.parent_path())] = {*kept, kept};
}

}  // namespace

std::string check_md5_anim(ModelFile& file, Model& model) {
  std::filesystem::path name = file.path.filename();
  name.replace_extension(".md5anim");
  const auto found = find_companion(file.path.parent_path(), name);
  if (!found) return {};
  try {
    const std::string text = file_head(*found, kMostAnimBytes);
    if (text.empty()) throw ImportError("it is empty");
    Md5Anim(text).check();
    serve_mended(text, file.path.parent_path() / name, file);
    return name.string();
  } catch (const ImportError& e) {
    file.hidden.insert(made_name(*found, file.path.parent_path()));
    report(model, Severity::Warning, "file",
           quoted_path(name) + " beside it was left out: " + e.what() + "; export it again.");
    return {};
  }
}

void note_lost_md5_anim(const std::string& name, Model& model) {
  report(model, Severity::Warning, "file",
         quoted_path(name) + " beside it could not be read and was left out; export it again.");
}

}  // namespace bindpose
