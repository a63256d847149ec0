#include "ui/formula/inline_formula.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>

#include "math/ascii.h"
#include "scene/formula_signs.h"

namespace bindpose::ui {

namespace {

// The sign that "\name" at the start of `text` stands for, and how many characters that were.
std::pair<std::string, std::size_t> sign_at(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
  const std::string_view name = text.substr(1, end - 1);
  for (const auto& [word, sign] : kFormulaSigns) {
    if (word == name) return {std::string(sign), end};
  }
  return {std::string(name), end};
}

// Bytes of the UTF-8 character that starts here.
std::size_t character_size(std::string_view text) {
  std::size_t n = 1;
  while (n < text.size() && (static_cast<unsigned char>(text[n]) & 0xC0u) == 0x80u) ++n;
  return n;
}

std::string with_signs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] == '\\') {
      const auto [sign, used] = sign_at(text);
      out += sign;
      text.remove_prefix(used);
    } else {
      out += text[0] == '-' ? std::string("\xE2\x80\x93") : std::string(1, text[0]);
      text.remove_prefix(1);
    }
  }
  return out;
}

bool is_letter(std::string_view c) {
  return c.size() > 1
             ? c != "\xC2\xB7" && c != "\xC3\x97" && static_cast<unsigned char>(c[0]) < 0xE2
             : std::isalpha(static_cast<unsigned char>(c[0])) != 0;
}

// "ij": not a word.
bool is_indices(std::string_view word) {
  return word.find_first_not_of("ijk") == std::string_view::npos;
}

// Scalars, points and indices are slanted; matrices, words and operators stand upright.
Face face_of(std::string_view word) {
  if (is_digit(word[0])) return Face::Upright;
  if (is_indices(word)) return Face::Italic;
  const bool one = word.size() == character_size(word);
  return one && is_letter(word) && !is_upper(word[0]) ? Face::Italic : Face::Upright;
}

// Words, numbers, operators and blanks of text that has no scripts.
std::vector<Node> nodes_of(std::string_view letters, const Ink& ink) {
  constexpr float kBlank = 0.26f;
  std::vector<Node> nodes;
  while (!letters.empty()) {
    std::size_t n = character_size(letters);
    if (letters[0] == ' ') {
      nodes.push_back(space(kBlank));
    } else if (letters[0] == '\'' && !nodes.empty()) {
      nodes.back() = primed(std::move(nodes.back()));
    } else {
      const bool word = is_letter(letters.substr(0, n));
      while (word && n < letters.size() &&
             is_letter(letters.substr(n, character_size(letters.substr(n))))) {
        n += character_size(letters.substr(n));
      }
      const std::string_view part = letters.substr(0, n);
      nodes.push_back(text(std::string(part), face_of(part), ink));
    }
    letters.remove_prefix(n);
  }
  return nodes;
}

void add_script(std::vector<Node>& parts, const FormulaRun& run, const Ink& ink) {
  if (parts.empty()) parts.push_back(row({}));
  Node letters = row(nodes_of(run.text, ink));
  Node& base = parts.back();
  if (base.kind == Node::Kind::Text && base.text == "\xCE\xA3" && run.level < 0) {
    base = sum(std::move(letters), ink);
  } else if (base.kind == Node::Kind::Script && (run.same_place || base.prime)) {
    base.children.resize(3);
    base.children[run.level < 0 ? 1 : 2] = std::move(letters);
  } else {
    base = run.level < 0 ? script(std::move(base), std::move(letters))
                         : script(std::move(base), row({}), std::move(letters));
  }
}

}  // namespace

Node formula_node(std::string_view formula, const Ink& ink) {
  std::vector<Node> parts;
  for (const FormulaRun& run : formula_runs(formula)) {
    if (run.level != 0) {
      add_script(parts, run, ink);
      continue;
    }
    std::vector<Node> more = nodes_of(run.text, ink);
    parts.insert(parts.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
  }
  return row(std::move(parts));
}

std::vector<FormulaRun> formula_runs(std::string_view text) {
  std::vector<FormulaRun> runs;
  const auto add = [&runs](const std::string& s, int level, bool same_place) {
    if (!same_place && !runs.empty() && runs.back().level == level && !runs.back().same_place) {
      runs.back().text += s;
    } else {
      runs.push_back({s, level, same_place});
    }
  };
  while (!text.empty()) {
    if ((text[0] == '_' || text[0] == '^') && text.size() > 1) {
      const int level = text[0] == '_' ? -1 : 1;
      const bool same_place = !runs.empty() && runs.back().level == -level;
      text.remove_prefix(1);
      if (text[0] == '{') {
        const std::size_t end = std::min(text.find('}'), text.size());
        add(with_signs(text.substr(1, end - 1)), level, same_place);
        text.remove_prefix(std::min(end + 1, text.size()));
      } else if (text[0] == '\\') {
        const auto [sign, used] = sign_at(text);
        add(sign, level, same_place);
        text.remove_prefix(used);
      } else {
        const std::size_t n = character_size(text);
        add(with_signs(text.substr(0, n)), level, same_place);
        text.remove_prefix(n);
      }
      continue;
    }
    const std::size_t n = text[0] == '\\' ? sign_at(text).second : character_size(text);
    add(with_signs(text.substr(0, n)), 0, false);
    text.remove_prefix(n);
  }
  return runs;
}

}  // namespace bindpose::ui
