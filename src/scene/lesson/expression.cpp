#include "scene/lesson/expression.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "math/numbers.h"
#include "scene/lesson/lesson_words.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

using lesson_words::read_number;
using lesson_words::trimmed;

constexpr int kDeepest = 50;  // parentheses in parentheses

// Thrown and caught in this file only.
struct Unreadable {
  std::string sentence;
};

// A sign, or a word; `text` with the quotes that a name stands in.
struct Token {
  std::string_view text;
  bool sign = false;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::size_t word_end(std::string_view text, std::size_t i) {
  if (text[i] == '"') {
    const std::size_t end = text.find('"', i + 1);
    if (end == std::string_view::npos) throw Unreadable{"a quote is not closed."};
    return end + 1;
  }
  constexpr std::string_view kEnds = " \t\"()+*/";
  return std::min(text.find_first_of(kEnds, i), text.size());
}

// A - that opens a word is a sign; within one it belongs to a name.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
    } else if (std::string_view("()+*/-").find(text[i]) != std::string_view::npos) {
      tokens.push_back({text.substr(i++, 1), true});
    } else {
      const std::size_t end = word_end(text, i);
      tokens.push_back({text.substr(i, end - i), false});
      i = end;
    }
  }
  return tokens;
}

struct Function {
  std::string_view name;
  ExpressionPart::Kind kind;
};
constexpr Function kFunctions[] = {{"cos", ExpressionPart::Cos},
                                   {"sin", ExpressionPart::Sin},
                                   {"sqrt", ExpressionPart::Sqrt},
                                   {"abs", ExpressionPart::Abs}};

class Reader {
 public:
  Reader(std::string_view text, const std::vector<LessonSlider>& sliders, const Model& model)
      : text_(text), tokens_(tokens_of(text)), sliders_(sliders), model_(model) {}

  Expression read() {
    sum();
    if (at_ < tokens_.size()) fail("in front of " + in_quotes(tokens_[at_].text));
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& where) const {
    throw Unreadable{"a quantity, a number or a sign is missing " + where + " in " +
                     in_quotes(text_) + "."};
  }
  bool sign(char c) {
    if (at_ >= tokens_.size() || !tokens_[at_].sign || tokens_[at_].text[0] != c) return false;
    ++at_;
    return true;
  }
  void put(ExpressionPart::Kind kind) { out_.push_back({kind, 0.0, {}}); }

  void sum() {
    product();
    for (;;) {
      const bool add = sign('+');
      if (!add && !sign('-')) return;
      product();
      put(add ? ExpressionPart::Add : ExpressionPart::Subtract);
    }
  }

  void product() {
    factor();
    for (;;) {
      const bool times = sign('*');
      if (!times && !sign('/')) return;
      factor();
      put(times ? ExpressionPart::Multiply : ExpressionPart::Divide);
    }
  }

  void factor() {
    if (++depth_ > kDeepest) throw Unreadable{in_quotes(text_) + " is too deep to be read."};
    if (sign('-')) {
      factor();
      put(ExpressionPart::Negate);
    } else if (sign('(')) {
      sum();
      if (!sign(')')) fail("before the end: a \")\"");
    } else {
      operand();
    }
    --depth_;
  }

  void operand() {
    if (at_ >= tokens_.size()) fail("at the end");
    if (tokens_[at_].sign) fail("in front of " + in_quotes(tokens_[at_].text));
    double number = 0.0;
    if (read_number(tokens_[at_].text, number)) {
      out_.push_back({ExpressionPart::Number, number, {}});
      ++at_;
    } else if (!function()) {
      value();
    }
  }

  bool function() {
    const auto is = [&](const Function& f) { return f.name == tokens_[at_].text; };
    const auto found = std::ranges::find_if(kFunctions, is);
    const bool opens = at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == "(";
    if (found == std::end(kFunctions) || !opens) return false;
    ++at_;
    factor();
    put(found->kind);
    return true;
  }

  // All words up to the next sign.
  void value() {
    const char* begin = tokens_[at_].text.data();
    while (at_ < tokens_.size() && !tokens_[at_].sign) ++at_;
    const std::string_view last = tokens_[at_ - 1].text;
    const std::string_view words(begin,
                                 static_cast<std::size_t>(last.data() + last.size() - begin));
    std::string error;
    const auto value = parse_value(words, sliders_, model_, error);
    if (!value) throw Unreadable{error};
    out_.push_back({ExpressionPart::Value, 0.0, *value});
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  const std::vector<LessonSlider>& sliders_;
  const Model& model_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Expression out_;
};

double applied(ExpressionPart::Kind kind, double a, double b) {
  switch (kind) {
    case ExpressionPart::Negate:
      return -a;
    case ExpressionPart::Cos:
      return std::cos(a / kDegreesPerRadian);
    case ExpressionPart::Sin:
      return std::sin(a / kDegreesPerRadian);
    case ExpressionPart::Sqrt:
      return std::sqrt(a);
    case ExpressionPart::Abs:
      return std::abs(a);
    case ExpressionPart::Add:
      return a + b;
    case ExpressionPart::Subtract:
      return a - b;
    case ExpressionPart::Multiply:
      return a * b;
    case ExpressionPart::Divide:
      return a / b;
    case ExpressionPart::Number:
    case ExpressionPart::Value:
      break;
  }
  return std::nan("");
}

bool takes_two(ExpressionPart::Kind kind) {
  return kind == ExpressionPart::Add || kind == ExpressionPart::Subtract ||
         kind == ExpressionPart::Multiply || kind == ExpressionPart::Divide;
}

// Whether the slider may be called so: all words of its label, or the first ones.
bool is_called(const LessonSlider& slider, std::string_view name) {
  return slider.label == name ||
         (slider.label.starts_with(name) && slider.label[name.size()] == ' ');
}

std::optional<int> find_slider(std::string_view name, const std::vector<LessonSlider>& sliders,
                               std::string& error) {
  int found = -1, called_so = 0;
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < sliders.size(); ++k) {
    labels.push_back(sliders[k].label);
    if (sliders[k].label == name) return static_cast<int>(k);
    if (!name.empty() && !is_called(sliders[k], name)) continue;
    found = static_cast<int>(k);
    ++called_so;
  }
  if (called_so == 1) return found;
  if (sliders.empty()) {
    error = "the step has no slider.";
  } else if (name.empty()) {
    error = "the step has several sliders; expected \"slider " + sliders[0].label + "\".";
  } else if (called_so > 1) {
    error = "several sliders are called " + in_quotes(name) + "; expected one's whole label.";
  } else {
    const std::string hint = did_you_mean(name, labels);
    error = "the step has no slider " + in_quotes(name) +
            (hint.empty() ? "; expected " + in_quotes(sliders[0].label) + "." : hint);
  }
  return {};
}

}  // namespace

std::optional<LessonValue> parse_value(std::string_view text,
                                       const std::vector<LessonSlider>& sliders, const Model& model,
                                       std::string& error) {
  error.clear();
  text = trimmed(text);
  constexpr std::string_view kSlider = "slider";
  if (text == kSlider || text.starts_with("slider ")) {
    std::string_view name = trimmed(text.substr(kSlider.size()));
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') {
      name = name.substr(1, name.size() - 2);
    }
    const auto slider = find_slider(name, sliders, error);
    if (!slider) return {};
    return LessonValue{*slider, {}};
  }
  const auto quantity = parse_quantity(text, model, error);
  if (!quantity) return {};
  return LessonValue{-1, *quantity};
}

double evaluate(const LessonValue& value, const LessonMoment& moment) {
  if (value.slider < 0) return evaluate_quantity(value.quantity, moment.scene, moment.posed);
  const auto k = static_cast<std::size_t>(value.slider);
  return k < moment.sliders.size() ? moment.sliders[k] : std::nan("");
}

std::optional<Expression> parse_expression(std::string_view text,
                                           const std::vector<LessonSlider>& sliders,
                                           const Model& model, std::string& error) {
  error.clear();
  try {
    return Reader(text, sliders, model).read();
  } catch (const Unreadable& problem) {
    error = problem.sentence;
    return {};
  }
}

double evaluate(const Expression& expression, const LessonMoment& moment) {
  std::vector<double> stack;
  const auto take = [&stack] {
    const double value = stack.empty() ? std::nan("") : stack.back();
    if (!stack.empty()) stack.pop_back();
    return value;
  };
  for (const ExpressionPart& part : expression) {
    if (part.kind == ExpressionPart::Number) {
      stack.push_back(part.number);
    } else if (part.kind == ExpressionPart::Value) {
      stack.push_back(evaluate(part.value, moment));
    } else {
      const double b = takes_two(part.kind) ? take() : 0.0;
      const double a = take();
      stack.push_back(applied(part.kind, a, b));
    }
  }
  return stack.size() == 1 ? stack.back() : std::nan("");
}

}  // namespace bindpose
