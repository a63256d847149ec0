// Walks the words of an edit's text form; edit_parse.cpp puts them together.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scene/edit/edit.h"
#include "scene/edit/text/edit_words.h"
#include "scene/names.h"

namespace bindpose {

struct EditToken {
  std::string text;
  bool quoted = false;
};

// What stops a parse: one sentence for the user. Thrown here and by edit_parse.cpp, which catches
// it.
struct EditFailure {
  std::string sentence;
};

// Words are parted by blanks; a name with blanks stands in quotes.
std::vector<EditToken> tokens_of(std::string_view text);

// Walks the words of one edit; each read says what it expects.
class EditReader {
 public:
  // Both outlive it. There is a model.
  EditReader(const Scene& scene, std::vector<EditToken> tokens)
      : scene_(scene), model_(*scene.model), tokens_(std::move(tokens)) {}

  bool done() const { return at_ == tokens_.size(); }
  const EditToken& peek() const { return tokens_[at_]; }

  const EditToken& next(std::string_view expected);
  void finish() const;
  std::string choice(std::string_view what, const std::vector<std::string>& choices);
  template <typename T, std::size_t N>
  T word(std::string_view what, const words::Word<T> (&table)[N]) {
    std::vector<std::string> choices;
    for (const auto& w : table) choices.emplace_back(w.text);
    const std::string chosen = choice(what, choices);
    for (const auto& w : table) {
      if (w.text == chosen) return w.value;
    }
    return table[0].value;
  }

  template <std::floating_point T>
  T number(std::string_view expected) {
    const EditToken& token = next(expected);
    std::string_view text = token.text;
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    T value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = end == text.data() + text.size();
    if (whole && problem == std::errc::result_out_of_range) {
      throw EditFailure{in_quotes(token.text) + " is too large or too small a number; expected " +
                        std::string(expected) + "."};
    }
    if (token.quoted || problem != std::errc{} || !whole || !std::isfinite(value)) {
      throw EditFailure{in_quotes(token.text) + " is not a number; expected " +
                        std::string(expected) + "."};
    }
    return value;
  }

  int index(std::string_view expected);
  vec3 three(std::string_view expected);
  mat4 matrix();
  int joint();
  int joint_or_none() { return take_word("none") ? -1 : joint(); }

  bool take_word(std::string_view word);
  // Any word, quoted or not.
  std::string text(std::string_view expected) { return next(expected).text; }
  std::size_t left() const { return tokens_.size() - at_; }
  int morph();
  // Quotes make a name of a number.
  int mesh();
  VertexRef vertex();
  VertexRef vertex_or_none() { return take_word("none") ? VertexRef{} : vertex(); }

  // Quotes make a name of a number.
  int clip();

 private:
  // What was meant by the word that was just read, and is no name: with those behind it, one that
  // wants quotes; else one that is written much the same. "" where there is neither.
  std::string meant(const EditToken& first, const std::vector<std::string>& names) const;

  const Scene& scene_;
  const Model& model_;
  std::vector<EditToken> tokens_;
  std::size_t at_ = 0;
  std::unordered_map<std::string_view, int> joints_;
};

}  // namespace bindpose
