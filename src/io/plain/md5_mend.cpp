#include "io/plain/md5_mend.h"

#include <algorithm>
#include <array>

#include "io/plain/md5_words.h"

namespace bindpose {
namespace {

constexpr std::array<std::string_view, 6> kMd5Lists{"joints", "mesh",      "hierarchy",
                                                    "bounds", "baseframe", "frame"};

class Md5Writer {
 public:
  explicit Md5Writer(std::string_view text) : text_(text), words_(text) {
    out_.reserve(text.size());
  }

  std::string write() {
    std::size_t line = words_.line();
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      new_line_ = words_.line() != line;
      line = words_.line();
      if (new_line_) skips_ = !inside_ && word == "commandline";  // anything may stand in it
      if (!skips_) put(word);
    }
    out_ += '\n';
    return std::move(out_);
  }

 private:
  void put(std::string_view word) {
    if (inside_) {
      put_inside(word);
    } else if (word == "{") {
      while (out_.ends_with('\n')) out_.pop_back();
      out_ += " {\n";
      inside_ = true;
      line_is_empty_ = true;
    } else {
      const bool begins_list = std::ranges::find(kMd5Lists, word) != kMd5Lists.end();
      if (begins_list) list_ = word;
      if (!out_.empty()) separate(begins_list || new_line_ || closed_ ? "\n\n" : " ");
      closed_ = false;
      add(word);
      if (++count_ == 2) out_ += "\ncommandline \"\"";  // behind the version there must be one
    }
  }
  // Within a mesh a brace ends it only as the first word of a line.
  void put_inside(std::string_view word) {
    const bool first = new_line_ || line_is_empty_;
    if (word == "}" && (first || list_ != "mesh")) {
      separate("\n");
      out_ += "}";
      inside_ = false;
      closed_ = true;
      return;
    }
    separate(new_line_ ? "\n" : " ");
    line_is_empty_ = false;
    add(word);
  }
  void separate(std::string_view by) {
    if (!out_.ends_with('\n')) out_ += by;
  }
  void add(std::string_view word) {
    out_ += word;
    if (!word.starts_with('"')) return;
    const auto end = static_cast<std::size_t>(word.data() - text_.data()) + word.size();
    if (end < text_.size() && text_[end] == '"') out_ += '"';
  }

  std::string_view text_;
  Md5Words words_;
  std::string out_;
  std::string_view list_;  // whose braces are open
  std::size_t count_ = 0;  // words outside of lists
  bool new_line_ = false;  // the word is the first of its line
  bool inside_ = false;
  bool line_is_empty_ = false;  // nothing stands behind the opening brace yet
  bool closed_ = false;
  bool skips_ = false;  // up to the end of the line
};

}  // namespace

std::string md5_for_assimp(std::string_view text) {
  return Md5Writer(text).write();
}

void mend_md5(ModelFile& file) {
  const std::string text = md5_for_assimp(file.text());
  file.bytes.assign(text.begin(), text.end());
}

}  // namespace bindpose
