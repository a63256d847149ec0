#include "io/handout/mathml.h"

#include <algorithm>
#include <iterator>

#include "io/handout/html.h"
#include "math/ascii.h"
#include "scene/formula_signs.h"
#include "scene/lesson/transcript.h"

namespace bindpose {
namespace {

// "upper_arm", "bind", "lower": a name and not letters that stand for something each.
bool is_name(std::string_view text) {
  return text.size() > 2 && is_letter(text[0]) && std::ranges::all_of(text, [](char c) {
           return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-';
         });
}

std::string element(std::string_view name, std::string_view text) {
  return "<" + std::string(name) + ">" + html_text(text) + "</" + std::string(name) + ">";
}
std::string upright(std::string_view text) {
  return "<mi mathvariant=\"normal\">" + html_text(text) + "</mi>";
}

constexpr std::string_view kThin = "<mspace width=\"0.17em\"/>";

class MathWriter {
 public:
  MathWriter(std::string_view source, bool display) : source_(source), display_(display) {}

  // What stands in a row.
  std::string row() {
    std::string out;
    while (at_ < source_.size()) out += part();
    return out;
  }

 private:
  char next() const { return at_ < source_.size() ? source_[at_] : '\0'; }

  // One sign, or what stands in braces.
  std::string_view argument() {
    if (next() == '{') {
      const std::size_t begin = ++at_;
      int depth = 1;
      while (at_ < source_.size() && depth > 0) {
        depth += source_[at_] == '{' ? 1 : source_[at_] == '}' ? -1 : 0;
        ++at_;
      }
      return source_.substr(begin, at_ - begin - (depth == 0 ? 1 : 0));
    }
    const std::size_t begin = at_;
    if (next() == '\\') {
      ++at_;
      while (is_letter(next())) ++at_;
      return source_.substr(begin, at_ - begin);
    }
    sign();
    return source_.substr(begin, at_ - begin);
  }

  // Past one sign of UTF-8.
  std::string_view sign() {
    const std::size_t begin = at_;
    if (at_ < source_.size()) ++at_;
    while (at_ < source_.size() && (static_cast<unsigned char>(source_[at_]) & 0xC0u) == 0x80u)
      ++at_;
    return source_.substr(begin, at_ - begin);
  }

  static std::string script(std::string_view text) {
    if (is_name(text)) return upright(text);
    const std::size_t comma = text.find(',');  // "i,lower"
    if (comma != std::string_view::npos)
      return "<mrow>" + script(text.substr(0, comma)) + "<mo separator=\"true\">,</mo>" +
             script(text.substr(comma + 1)) + "</mrow>";
    return "<mrow>" + MathWriter(text, false).row() + "</mrow>";
  }

  std::string part() {
    const char c = next();
    if (c == ' ') {
      ++at_;
      return gap_wanted_ && continues() ? std::string(kThin) : std::string();
    }
    if (c == '{') return with_scripts("<mrow>" + MathWriter(argument(), false).row() + "</mrow>");
    if (c == '}') {
      ++at_;
      return {};
    }
    if (c == '\\') return command();
    if (is_digit(c)) {
      const std::size_t begin = at_;
      while (is_digit(next()) ||
             (next() == '.' && at_ + 1 < source_.size() && is_digit(source_[at_ + 1])))
        ++at_;
      return with_scripts(element("mn", source_.substr(begin, at_ - begin)));
    }
    if (is_letter(c)) return letters();
    const std::string_view one = sign();
    if (one.size() > 1 && one != "\xC2\xB7") {  // not the middle dot
      return with_scripts(element("mi", one));
    }
    gap_wanted_ = one == ")" || one == "]";
    if (one == "(" || one == ")" || one == "[" || one == "]")
      return with_scripts("<mo stretchy=\"false\">" + html_text(one) + "</mo>");
    return element("mo", one == "-" ? "\xE2\x88\x92" : one);
  }

  // A product goes on behind a blank.
  bool continues() const {
    const std::size_t at = source_.find_first_not_of(' ', at_);
    if (at == std::string_view::npos) return false;
    const char c = source_[at];
    return is_letter(c) || is_digit(c) || c == '(' || c == '\\' || c == '{' ||
           (static_cast<unsigned char>(c) >= 0x80 && source_.substr(at, 2) != "\xC2\xB7");
  }

  std::string letters() {
    const std::size_t begin = at_;
    while (is_letter(next())) ++at_;
    const std::string_view word = source_.substr(begin, at_ - begin);
    if (word == "Ul" || word == "det" || word == "Trans" || word.size() > 2)
      return with_scripts(upright(word));
    // Letters that are multiplied: "ij" of an index, "dp".
    std::string out;
    for (const char letter : word.substr(0, word.size() - 1)) out += one_letter(letter);
    return out + with_scripts(one_letter(word.back()));
  }
  static std::string one_letter(char c) {
    const std::string letter(1, c);
    return is_upper(c) ? upright(letter) : element("mi", letter);
  }

  std::string command() {
    const std::size_t begin = ++at_;
    while (is_letter(next())) ++at_;
    const std::string_view name = source_.substr(begin, at_ - begin);
    const auto known = std::ranges::find(kFormulaSigns, name, &FormulaSign::name);
    if (known == std::end(kFormulaSigns)) return element("mi", name);
    gap_wanted_ = false;
    if (name == "sum") return sum();
    const auto lead = static_cast<unsigned char>(known->sign[0]);
    if (name == "nabla") return element("mo", known->sign);
    if (lead == 0xCE || lead == 0xCF) return with_scripts(element("mi", known->sign));  // Greek
    return element("mo", known->sign);
  }

  std::string sum() {
    const std::string sign = "<mo>\xE2\x88\x91</mo>";
    if (next() != '_') return sign;
    ++at_;
    const std::string below = script(argument());
    return display_ ? "<munder>" + sign + below + "</munder>" : "<msub>" + sign + below + "</msub>";
  }

  // Primes, indices and exponents that follow.
  std::string with_scripts(const std::string& base) {
    gap_wanted_ = true;
    std::string primes, below, above;
    while (at_ < source_.size()) {
      const char c = next();
      if (c == '\'') {
        ++at_;
        primes += "\xE2\x80\xB2";
      } else if (c == '_' && below.empty()) {
        ++at_;
        below = script(argument());
      } else if (c == '^' && above.empty()) {
        ++at_;
        above = script(argument());
      } else {
        break;
      }
    }
    if (!primes.empty()) {
      above = above.empty() ? element("mo", primes)
                            : "<mrow>" + element("mo", primes) + above + "</mrow>";
    }
    if (below.empty() && above.empty()) return base;
    if (above.empty()) return "<msub>" + base + below + "</msub>";
    if (below.empty()) return "<msup>" + base + above + "</msup>";
    return "<msubsup>" + base + below + above + "</msubsup>";
  }

  std::string_view source_;
  bool display_;
  std::size_t at_ = 0;
  bool gap_wanted_ = false;  // what stands before a blank is a factor
};

}  // namespace

std::string mathml(std::string_view formula, bool display) {
  return std::string("<math") + (display ? " display=\"block\"" : "") + " aria-label=\"" +
         html_text(spoken_formula(formula)) + "\"><mrow>" + MathWriter(formula, display).row() +
         "</mrow></math>";
}

}  // namespace bindpose
