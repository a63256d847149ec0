#include "scene/edit/text/edit_reader.h"

#include <algorithm>

#include "scene/near_match.h"

namespace bindpose {
namespace {

bool is_space(char c) {
  return std::string_view(" \t\n\r\v\f").find(c) != std::string_view::npos;
}

char unescaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

EditToken quoted_token(std::string_view text, std::size_t& i) {
  const char quote = text[i];
  const std::size_t start = i++;
  EditToken token{{}, true};
  while (i < text.size() && text[i] != quote) {
    if (text[i] == '\\' && quote == '"' && i + 1 < text.size()) {
      token.text += unescaped(text[++i]);
    } else {
      token.text += text[i];
    }
    ++i;
  }
  if (i == text.size()) {
    throw EditFailure{"The quote that opens at " + std::string(text.substr(start, 20)) +
                      " is not closed; a name with spaces ends with the same quote."};
  }
  ++i;
  return token;
}

// "a, b or c" of a table of words.
template <typename Words>
std::string listed(const Words& choices) {
  std::string text;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    if (k > 0) text += k + 1 == choices.size() ? " or " : ", ";
    text += choices[k];
  }
  return text;
}

}  // namespace

std::vector<EditToken> tokens_of(std::string_view text) {
  std::vector<EditToken> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (is_space(text[i])) {
      ++i;
    } else if (text[i] == '"' || text[i] == '\'') {
      tokens.push_back(quoted_token(text, i));
    } else {
      const std::size_t start = i;
      while (i < text.size() && !is_space(text[i])) ++i;
      tokens.push_back({std::string(text.substr(start, i - start)), false});
    }
  }
  return tokens;
}

const EditToken& EditReader::next(std::string_view expected) {
  if (!done()) return tokens_[at_++];
  const std::string after =
      at_ == 0 ? "The edit is empty" : "Nothing follows " + in_quotes(tokens_[at_ - 1].text);
  throw EditFailure{after + "; expected " + std::string(expected) + "."};
}

void EditReader::finish() const {
  if (done()) return;
  throw EditFailure{in_quotes(peek().text) +
                    " is one word too many; the edit was complete before it."};
}

std::string EditReader::choice(std::string_view what, const std::vector<std::string>& choices) {
  const EditToken& token = next(listed(choices));
  for (const std::string& c : choices) {
    if (!token.quoted && token.text == c) return c;
  }
  const std::string hint = did_you_mean(token.text, choices);
  throw EditFailure{in_quotes(token.text) + " is not " + std::string(what) +
                    (hint.empty() ? "; expected " + listed(choices) + "." : hint)};
}

int EditReader::index(std::string_view expected) {
  const EditToken& token = next(expected);
  const char* const last = token.text.data() + token.text.size();
  int value = 0;
  const auto [end, problem] = std::from_chars(token.text.data(), last, value);
  if (!token.quoted && problem == std::errc{} && end == last && value >= 0) return value;
  throw EditFailure{in_quotes(token.text) + " is no whole number from 0 up; expected " +
                    std::string(expected) + "."};
}

vec3 EditReader::three(std::string_view expected) {
  vec3 v;
  for (int k = 0; k < 3; ++k) v[k] = number<float>(expected);
  return v;
}

mat4 EditReader::matrix() {
  mat4 m(1.0f);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) m[c][r] = number<float>("12 numbers, three rows of four");
  }
  return m;
}

// As `info` counts them: joints are what skins name, and the other nodes can be posed as well.
static std::string joints_in_words(const Model& model) {
  const std::size_t nodes = model.skeleton.parent.size();
  const std::size_t joints = joint_count(model.skeleton.file_flags);
  if (joints == 0) return std::to_string(nodes) + " nodes";
  if (joints == nodes) return std::to_string(joints) + " joints";
  return std::to_string(joints) + " joints and " + std::to_string(nodes - joints) + " other nodes";
}

std::string EditReader::meant(const EditToken& first, const std::vector<std::string>& names) const {
  std::string text = first.text;
  for (std::size_t at = at_; !first.quoted && at < tokens_.size() && !tokens_[at].quoted; ++at) {
    text += ' ' + tokens_[at].text;
    if (std::ranges::find(names, text) != names.end())
      return "; did you mean " + in_quotes(text) + ", with the quotes?";
  }
  return did_you_mean(first.text, names);
}

int EditReader::joint() {
  const EditToken& token = next("the name of a joint");
  if (joints_.empty()) {
    const auto& names = model_.skeleton.name;
    for (std::size_t j = 0; j < names.size(); ++j) joints_.emplace(names[j], static_cast<int>(j));
  }
  if (const auto found = joints_.find(token.text); found != joints_.end()) return found->second;
  const std::string hint = meant(token, model_.skeleton.name);
  throw EditFailure{
      "There is no joint " + in_quotes(token.text) +
      (hint.empty() ? "; expected the name of one of the model's " + joints_in_words(model_) + "."
                    : hint)};
}

bool EditReader::take_word(std::string_view word) {
  if (done() || peek().quoted || peek().text != word) return false;
  ++at_;
  return true;
}

int EditReader::morph() {
  const EditToken& token = next("the name of a morph");
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model_.morph_channels.size(); ++k) {
    if (model_.morph_channels[k].name == token.text) return static_cast<int>(k);
    names.push_back(model_.morph_channels[k].name);
  }
  if (names.empty()) {
    throw EditFailure{"The model has no morphs, so not " + in_quotes(token.text) + "."};
  }
  const std::string hint = meant(token, names);
  throw EditFailure{
      "There is no morph " + in_quotes(token.text) +
      (hint.empty() ? "; \"bindpose info\" lists the model's " + std::to_string(names.size()) + "."
                    : hint)};
}

int EditReader::mesh() {
  const EditToken& token = next("the name or number of a mesh");
  const int found =
      token.quoted ? find_mesh_by_name(model_, token.text) : find_mesh(model_, token.text);
  if (found >= 0) return found;
  std::vector<std::string> names;
  for (const Mesh& mesh : model_.meshes) names.push_back(mesh.name);
  if (names.empty())
    throw EditFailure{"The model has no meshes, so not " + in_quotes(token.text) + "."};
  const std::string hint = did_you_mean(token.text, names);
  throw EditFailure{"There is no mesh " + in_quotes(token.text) +
                    (hint.empty() ? "; \"bindpose info\" lists the model's " +
                                        std::to_string(names.size()) + ", which count from 0."
                                  : hint)};
}

VertexRef EditReader::vertex() {
  VertexRef at{mesh(), 0};
  const std::size_t count = model_.meshes[static_cast<std::size_t>(at.mesh)].position.size();
  const std::string expected =
      "the number of a vertex from 0 to " + std::to_string(count > 0 ? count - 1 : 0);
  const EditToken& token = next(expected);
  const char* const last = token.text.data() + token.text.size();
  const auto [end, problem] = std::from_chars(token.text.data(), last, at.vertex);
  if (token.quoted || problem != std::errc{} || end != last || at.vertex >= count) {
    throw EditFailure{in_quotes(token.text) + " is no vertex of that mesh; expected " + expected +
                      "."};
  }
  return at;
}

int EditReader::clip() {
  const EditToken& token = next("the name or number of a clip");
  const int found =
      token.quoted ? find_clip_by_name(scene_, token.text) : find_clip(scene_, token.text);
  if (found >= 0) return found;
  std::vector<std::string> names;
  for (int c = 0; c < clip_count(scene_); ++c) names.push_back(clip_at(scene_, c)->name);
  if (names.empty())
    throw EditFailure{"The model has no clips, so not " + in_quotes(token.text) + "."};
  const std::string hint = did_you_mean(token.text, names);
  throw EditFailure{"There is no clip " + in_quotes(token.text) +
                    (hint.empty() ? "; the model has " + listed(names) + "." : hint)};
}

}  // namespace bindpose
