// Reads the text form of edits; edit_text.cpp writes it.
#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scene/edit.h"
#include "scene/edit_words.h"
#include "scene/near_match.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

struct Token {
  std::string text;
  bool quoted = false;
};

// What stops a parse: one sentence for the user. Thrown and caught in this file only.
struct Failure {
  std::string sentence;
};

std::string in_quotes(std::string_view word) {
  return "\"" + std::string(word) + "\"";
}

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

Token quoted_token(std::string_view text, std::size_t& i) {
  const char quote = text[i];
  const std::size_t start = i++;
  Token token{{}, true};
  while (i < text.size() && text[i] != quote) {
    if (text[i] == '\\' && quote == '"' && i + 1 < text.size()) {
      token.text += unescaped(text[++i]);
    } else {
      token.text += text[i];
    }
    ++i;
  }
  if (i == text.size()) {
    throw Failure{"The quote that opens at " + std::string(text.substr(start, 20)) +
                  " is not closed; a name with spaces ends with the same quote."};
  }
  ++i;
  return token;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
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

// Walks the words of one edit; each read says what it expects.
class Reader {
 public:
  Reader(const Model& model, std::vector<Token> tokens)
      : model_(model), tokens_(std::move(tokens)) {}

  bool done() const { return at_ == tokens_.size(); }
  const Token& peek() const { return tokens_[at_]; }

  const Token& next(std::string_view expected) {
    if (!done()) return tokens_[at_++];
    const std::string after =
        at_ == 0 ? "The edit is empty" : "Nothing follows " + in_quotes(tokens_[at_ - 1].text);
    throw Failure{after + "; expected " + std::string(expected) + "."};
  }

  void finish() const {
    if (done()) return;
    throw Failure{in_quotes(peek().text) +
                  " is one word too many; the edit was complete before it."};
  }

  std::string choice(std::string_view what, const std::vector<std::string>& choices) {
    const Token& token = next(listed(choices));
    for (const std::string& c : choices) {
      if (!token.quoted && token.text == c) return c;
    }
    const std::string hint = did_you_mean(token.text, choices);
    throw Failure{in_quotes(token.text) + " is not " + std::string(what) +
                  (hint.empty() ? "; expected " + listed(choices) + "." : hint)};
  }

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
    const Token& token = next(expected);
    std::string_view text = token.text;
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    T value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = end == text.data() + text.size();
    if (whole && problem == std::errc::result_out_of_range) {
      throw Failure{in_quotes(token.text) + " is too large or too small a number; expected " +
                    std::string(expected) + "."};
    }
    if (token.quoted || problem != std::errc{} || !whole || !std::isfinite(value)) {
      throw Failure{in_quotes(token.text) + " is not a number; expected " + std::string(expected) +
                    "."};
    }
    return value;
  }

  vec3 three(std::string_view expected) {
    vec3 v;
    for (int k = 0; k < 3; ++k) v[k] = number<float>(expected);
    return v;
  }

  mat4 matrix() {
    mat4 m(1.0f);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c) m[c][r] = number<float>("12 numbers, three rows of four");
    }
    return m;
  }

  int joint() {
    const Token& token = next("the name of a joint");
    if (joints_.empty()) {
      const auto& names = model_.skeleton.name;
      for (std::size_t j = 0; j < names.size(); ++j) joints_.emplace(names[j], static_cast<int>(j));
    }
    if (const auto found = joints_.find(token.text); found != joints_.end()) return found->second;
    const std::string hint = did_you_mean(token.text, model_.skeleton.name);
    throw Failure{"There is no joint " + in_quotes(token.text) +
                  (hint.empty() ? "; expected the name of one of the model's " +
                                      std::to_string(model_.skeleton.size()) + " joints."
                                : hint)};
  }

  int joint_or_none() { return take_word("none") ? -1 : joint(); }

  bool take_word(std::string_view word) {
    if (done() || peek().quoted || peek().text != word) return false;
    ++at_;
    return true;
  }

  int morph() {
    const Token& token = next("the name of a morph");
    std::vector<std::string> names;
    for (std::size_t k = 0; k < model_.morph_channels.size(); ++k) {
      if (model_.morph_channels[k].name == token.text) return static_cast<int>(k);
      names.push_back(model_.morph_channels[k].name);
    }
    if (names.empty()) {
      throw Failure{"The model has no morphs, so not " + in_quotes(token.text) + "."};
    }
    const std::string hint = did_you_mean(token.text, names);
    throw Failure{"There is no morph " + in_quotes(token.text) +
                  (hint.empty() ? "; \"bindpose info\" lists the model's " +
                                      std::to_string(names.size()) + "."
                                : hint)};
  }

  // Quotes make a name of a number.
  int mesh() {
    const Token& token = next("the name or number of a mesh");
    const int found =
        token.quoted ? find_mesh_by_name(model_, token.text) : find_mesh(model_, token.text);
    if (found >= 0) return found;
    std::vector<std::string> names;
    for (const Mesh& mesh : model_.meshes) names.push_back(mesh.name);
    if (names.empty()) throw Failure{"The model has no meshes, so not " + in_quotes(token.text) + "."};
    const std::string hint = did_you_mean(token.text, names);
    throw Failure{"There is no mesh " + in_quotes(token.text) +
                  (hint.empty() ? "; \"bindpose info\" lists the model's " +
                                      std::to_string(names.size()) + ", which count from 0."
                                : hint)};
  }

  VertexRef vertex() {
    VertexRef at{mesh(), 0};
    const std::size_t count = model_.meshes[static_cast<std::size_t>(at.mesh)].position.size();
    const std::string expected = "the number of a vertex from 0 to " +
                                 std::to_string(count > 0 ? count - 1 : 0);
    const Token& token = next(expected);
    const char* const last = token.text.data() + token.text.size();
    const auto [end, problem] = std::from_chars(token.text.data(), last, at.vertex);
    if (token.quoted || problem != std::errc{} || end != last || at.vertex >= count) {
      throw Failure{in_quotes(token.text) + " is no vertex of that mesh; expected " + expected + "."};
    }
    return at;
  }

  VertexRef vertex_or_none() { return take_word("none") ? VertexRef{} : vertex(); }

  // Quotes make a name of a number.
  int clip() {
    const Token& token = next("the name or number of a clip");
    const int found =
        token.quoted ? find_clip_by_name(model_, token.text) : find_clip(model_, token.text);
    if (found >= 0) return found;
    std::vector<std::string> names;
    for (const Clip& clip : model_.clips) names.push_back(clip.name);
    if (names.empty())
      throw Failure{"The model has no clips, so not " + in_quotes(token.text) + "."};
    const std::string hint = did_you_mean(token.text, names);
    throw Failure{"There is no clip " + in_quotes(token.text) +
                  (hint.empty() ? "; the model has " + listed(names) + "." : hint)};
  }

 private:
  const Model& model_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::unordered_map<std::string_view, int> joints_;
};

Edit parse_joint(Reader& in) {
  const int joint = in.joint();
  const std::string verb =
      in.choice("something to do with a joint", {"rotate", "translate", "scale", "matrix"});
  if (verb == "rotate") {
    return TransformJoint{joint, TransformJoint::Rotate,
                          in.three("three angles in degrees, about x, y and z")};
  }
  if (verb == "translate") {
    return TransformJoint{joint, TransformJoint::Translate,
                          in.three("three distances, along x, y and z")};
  }
  if (verb == "scale") {
    return TransformJoint{joint, TransformJoint::Scale, in.three("three factors, for x, y and z")};
  }
  return SetUserLocal{joint, in.matrix()};
}

Edit parse_reset(Reader& in) {
  const std::string what =
      in.choice("something to reset", {"joint", "subtree", "morph", "morphs", "all"});
  if (what == "joint") return ResetJoint{in.joint()};
  if (what == "subtree") return ResetSubtree{in.joint()};
  if (what == "morph") return ResetMorph{in.morph()};
  if (what == "morphs") return ResetMorph{};
  return ResetAll{};
}

SetMorph parse_morph(Reader& in) {
  const int channel = in.morph();
  return {channel, in.number<float>("a weight, usually from 0 to 1")};
}

Edit parse_pose(Reader& in, const Model& model) {
  SetPose edit;
  edit.user_local.assign(model.skeleton.parent.size(), mat4(1.0f));
  edit.user_morph.resize(model.morph_channels.size());
  while (!in.done()) {
    if (in.take_word("morph")) {
      const SetMorph morph = parse_morph(in);
      edit.user_morph[static_cast<std::size_t>(morph.channel)] = morph.weight;
      continue;
    }
    const int joint = in.joint();
    edit.user_local[static_cast<std::size_t>(joint)] = in.matrix();
  }
  return edit;
}

Edit parse_base(Reader& in) {
  SetBasePose edit{in.word("a base pose", words::kBase), -1};
  if (edit.base == BasePose::Clip && !in.done()) edit.clip = in.clip();
  return edit;
}

Edit parse_playback(Reader& in) {
  SetPlayback edit{};
  edit.playback.playing = in.word("a state of playback", words::kPlay);
  if (!in.done()) edit.playback.loop = in.word("a way to play", words::kLoop);
  if (!in.done()) edit.playback.speed = in.number<double>("the speed, 1 for the clip's own");
  return edit;
}

// Reads the value of the setting named `key`; told all settings, it picks its own.
struct ViewReader {
  Reader& in;
  const std::string& key;
  ViewSettings& view;

  template <typename T, std::size_t N>
  void operator()(std::string_view name, T ViewSettings::*member,
                  const words::Word<T> (&table)[N]) const {
    if (name == key) view.*member = in.word("a value of " + key, table);
  }
  void operator()(std::string_view name, float ViewSettings::*member) const {
    if (name == key) view.*member = in.number<float>("a number for " + key);
  }
};

Edit parse_view(Reader& in) {
  SetView edit{};
  std::vector<std::string> keys;
  words::for_each_view_setting(
      [&](std::string_view key, auto, const auto&...) { keys.emplace_back(key); });
  while (!in.done()) {
    const std::string key = in.choice("a setting of the view", keys);
    words::for_each_view_setting(ViewReader{in, key, edit.view});
  }
  return edit;
}

Edit parse_weights(Reader& in) {
  SetWeights edit{in.vertex(), {}};
  while (!in.done()) {
    const int joint = in.joint();
    edit.row.push_back({joint, in.number<float>("a weight, from 0 up")});
    if (edit.row.back().weight < 0.0f) throw Failure{"A weight cannot be negative; expected 0 or more."};
  }
  return edit;
}

float parse_radius(Reader& in) {
  const float radius = in.number<float>("a radius in the file's units");
  if (radius < 0.0f) throw Failure{"A radius cannot be negative; expected 0 or more."};
  return radius;
}

Edit parse_bind(Reader& in, const Model& model) {
  in.choice("a way to bind", {"segments"});
  SegmentRadii radii;
  while (!in.done()) {
    if (in.choice("which radius", {"radius", "joint"}) == "radius") {
      radii.all = parse_radius(in);
    } else {
      const int joint = in.joint();
      radii.of.emplace_back(joint, parse_radius(in));
    }
  }
  try {
    return bind_edit(model, radii);
  } catch (const std::runtime_error& e) {
    throw Failure{e.what()};
  }
}

Edit parse(Reader& in, const Model& model) {
  const std::string verb =
      in.choice("an edit", {"joint", "reset", "morph", "pose", "base", "time", "playback", "select",
                            "hover", "view", "pin", "hover-vertex", "weights", "bind"});
  if (verb == "joint") return parse_joint(in);
  if (verb == "reset") return parse_reset(in);
  if (verb == "morph") return parse_morph(in);
  if (verb == "pose") return parse_pose(in, model);
  if (verb == "base") return parse_base(in);
  if (verb == "time") return SetTime{in.number<double>("a time in seconds")};
  if (verb == "playback") return parse_playback(in);
  if (verb == "select") return SetSelection{in.joint_or_none()};
  if (verb == "hover") return SetHover{in.joint_or_none()};
  if (verb == "pin") return SetPinnedVertex{in.vertex_or_none()};
  if (verb == "hover-vertex") return SetHoverVertex{in.vertex_or_none()};
  if (verb == "weights") return parse_weights(in);
  if (verb == "bind") return parse_bind(in, model);
  return parse_view(in);
}

}  // namespace

std::optional<Edit> parse_edit(std::string_view text, const Model& model, std::string& error) {
  error.clear();
  try {
    Reader in(model, tokens_of(text));
    Edit edit = parse(in, model);
    in.finish();
    return edit;
  } catch (const Failure& failure) {
    error = failure.sentence;
    return std::nullopt;
  }
}

}  // namespace bindpose
