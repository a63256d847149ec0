#include <charconv>

#include "io/fbx/tree/parse.h"

namespace bindpose {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '|';
}
bool is_mark(char c) {
  return c == '{' || c == '}' || c == '"' || c == ';';
}
bool is_number(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

// Name: value, value { children }  with ; before comments, and *N { a: number, number } for arrays.
class TextParser {
 public:
  TextParser(std::string_view bytes, FbxFilter wanted, FbxTree& tree)
      : bytes_(bytes), wanted_(wanted), tree_(tree) {}

  void parse() {
    children("", 0);
    tree_.node[0].end = static_cast<std::uint32_t>(tree_.node.size());
  }

 private:
  bool done() const { return at_ >= bytes_.size(); }
  char here() const { return done() ? '\0' : bytes_[at_]; }

  void skip_comment() {
    while (!done() && here() != '\n') ++at_;
  }
  // Blanks, lines and comments.
  void skip_space() {
    for (; !done(); ++at_) {
      if (here() == ';') skip_comment();
      if (!is_blank(here()) && here() != '\n') return;
    }
  }
  void skip_blanks() {
    while (is_blank(here())) ++at_;
  }

  void children(std::string_view parent, int depth) {
    check_fbx_depth(static_cast<std::size_t>(depth), at_);
    for (;;) {
      skip_space();
      if (done()) {
        if (depth > 0) fbx_breaks_off(bytes_);
        return;
      }
      if (here() == '}') {
        if (depth == 0) fbx_damaged(at_, "a closing brace too many");
        ++at_;
        return;
      }
      node(parent, depth);
    }
  }

  void node(std::string_view parent, int depth) {
    const std::size_t from = at_;
    while (is_name(here())) ++at_;
    const std::string_view name = bytes_.substr(from, at_ - from);
    skip_blanks();
    if (depth > 0 && done()) fbx_breaks_off(bytes_);
    if (name.empty() || here() != ':') fbx_damaged(at_, "a name and a colon are missing");
    ++at_;
    const bool keep = wanted_(parent, name);
    const std::size_t index = tree_.node.size();
    const std::size_t first = tree_.property.size();
    values(keep);
    const bool opens = here() == '{';
    if (opens) ++at_;
    if (!keep) {
      if (opens) skip_block(static_cast<std::size_t>(depth));
      return;
    }
    const std::size_t count = tree_.property.size() - first;
    tree_.node.push_back(
        {name, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), 0});
    check_fbx_items(tree_, at_);
    if (opens && count == 1 && tree_.property.back().type == 'A') {
      array(tree_.property.back());
    } else if (opens) {
      children(name, depth + 1);
    }
    tree_.node[index].end = static_cast<std::uint32_t>(tree_.node.size());
  }

  // Old files break long lists before the comma.
  void to_leading_comma() {
    if (here() != '\n') return;
    const std::size_t line_end = at_;
    while (is_blank(here()) || here() == '\n') ++at_;
    if (here() != ',') at_ = line_end;
  }

  // Old files begin long lists on the line after the name.
  void to_numbers_below() {
    if (here() != '\n') return;
    const std::size_t line_end = at_;
    skip_space();
    if (!is_number(here())) at_ = line_end;
  }

  // Values up to the line's end or an opening brace; a comma carries on to the next line.
  void values(bool keep) {
    skip_blanks();
    to_numbers_below();
    while (!done() && here() != '\n' && here() != '{' && here() != '}' && here() != ';') {
      if (here() != ',') {
        const FbxProperty property = value();
        if (keep) {
          tree_.property.push_back(property);
          check_fbx_items(tree_, at_);
        }
        skip_blanks();
      }
      to_leading_comma();
      if (here() != ',') break;
      ++at_;
      skip_space();
    }
    // The brace may stand on a line of its own.
    const std::size_t line_end = at_;
    skip_space();
    if (here() != '{') at_ = line_end;
  }

  FbxProperty value() {
    FbxProperty out;
    const char c = here();
    const std::size_t from = at_;
    if (c == '"') {
      const std::size_t end = bytes_.find('"', from + 1);
      if (end == bytes_.npos) fbx_breaks_off(bytes_);
      at_ = end + 1;
      out.type = 'S';
      out.data = bytes_.substr(from + 1, end - from - 1);
      return out;
    }
    if (c == '*') ++at_;
    while (is_name(here()) || is_number(here()) || here() == '#') ++at_;  // 1.#INF
    out.data = bytes_.substr(from, at_ - from);
    if (out.data.empty()) fbx_damaged(from, "a value is missing");
    out.type = c == '*' ? 'A' : is_number(c) ? 'N' : 'W';
    if (c == '*') {
      const char* end = out.data.data() + out.data.size();
      const auto [stop, error] = std::from_chars(out.data.data() + 1, end, out.count);
      if (error != std::errc() || stop != end) fbx_damaged(from, "an array's size is no number");
      out.data = {};
    }
    return out;
  }

  // After "*N {": the characters of "a: 1,2,3", up to the brace that closes it.
  void array(FbxProperty& property) {
    skip_space();
    const std::size_t end = bytes_.find('}', at_);
    if (end == bytes_.npos) fbx_breaks_off(bytes_);
    std::string_view numbers = bytes_.substr(at_, end - at_);
    if (numbers.starts_with("a:")) numbers.remove_prefix(2);
    property.data = numbers;
    // A number takes two characters at least, its comma included.
    if (fbx_array_lies(property.count, numbers.size() / 2 + 1)) tree_.liar_at = at_;
    at_ = end + 1;
  }

  // Up to the brace that closes the block. Quotes and comments may hold braces.
  void skip_block(std::size_t above) {
    std::size_t depth = 1;
    while (depth > 0) {
      check_fbx_depth(above + depth, at_);
      while (!done() && !is_mark(here())) ++at_;
      if (done()) fbx_breaks_off(bytes_);
      const char c = bytes_[at_++];
      if (c == '{') ++depth;
      if (c == '}') --depth;
      if (c == ';') skip_comment();
      if (c == '"') {
        const std::size_t end = bytes_.find('"', at_);
        if (end == bytes_.npos) fbx_breaks_off(bytes_);
        at_ = end + 1;
      }
    }
  }

  std::string_view bytes_;
  FbxFilter wanted_;
  FbxTree& tree_;
  std::size_t at_ = 0;
};

}  // namespace

void parse_fbx_text(std::string_view bytes, FbxFilter wanted, FbxTree& tree) {
  TextParser(bytes, wanted, tree).parse();
}

}  // namespace bindpose
