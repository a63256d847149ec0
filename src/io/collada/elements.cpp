#include "io/collada/elements.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/collada/head.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/transform.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using glm::dvec3;

constexpr std::string_view kElementBlanks = " \t\r\n";

// The numbers of a text; none where a word is no finite one.
std::vector<double> all_numbers(std::string_view text) {
  std::vector<double> out;
  for (std::size_t at = text.find_first_not_of(kElementBlanks); at != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(kElementBlanks, at), text.size());
    std::string_view word = text.substr(at, end - at);
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0.0;
    const auto [last, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || last != word.data() + word.size() || !std::isfinite(value)) {
      return {};
    }
    out.push_back(value);
    at = text.find_first_not_of(kElementBlanks, end);
  }
  return out;
}

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find_first_not_of(kElementBlanks); at != text.npos; ++count) {
    at = text.find_first_not_of(kElementBlanks, text.find_first_of(kElementBlanks, at));
  }
  return count;
}

std::string written(double value) {
  char text[32];  // enough for any double
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

// One element of the text: its tag without brackets, and what stands in it.
struct TextElement {
  std::string_view tag;
  std::string_view body;
  bool closed = false;  // "<a/>"
};

class ColladaElements {
 public:
  ColladaElements(std::string_view text, Model& model) : text_(text), model_(model) {}

  // The whole text anew, or "" where nothing was mended.
  std::string run(bool skews) {
    // Of tags that do not end each one's end is that of the last: it is looked for once.
    std::size_t end = 0;
    constexpr std::size_t kLongestName = 64;
    for (std::size_t at = text_.find('<'); at != text_.npos; at = text_.find('<', at + 1)) {
      if (end <= at) end = text_.find('>', at);
      if (end == text_.npos) break;
      const std::string_view tag = text_.substr(at + 1, end - at - 1);
      const std::string_view head = tag.substr(0, kLongestName);
      const std::string_view name = head.substr(0, head.find_first_of(" \t\r\n/"));
      if (name != "skew" && name != "rotate" && name != "unit" && !name.ends_with("_array"))
        continue;
      const std::size_t close = std::min(text_.find('<', end), text_.size());
      const TextElement e{tag, text_.substr(end + 1, close - end - 1), tag.ends_with('/')};
      if (skews) {
        if (name == "skew" && text_.substr(close).starts_with("</skew>")) write_skew(e);
        continue;
      }
      if (name == "unit") mend_unit(e);
      if (name.ends_with("_array")) count_array(e);
      if (name == "rotate" && !e.closed) mend_rotate(e);
    }
    tell();
    if (done_ == 0) return {};
    return out_.append(text_.substr(done_));
  }

 private:
  // `part`, which is of the text, becomes `with`.
  void replace(std::string_view part, std::string_view with) {
    const auto at = static_cast<std::size_t>(part.data() - text_.data());
    if (at < done_) return;
    out_.append(text_.substr(done_, at - done_)).append(with);
    done_ = at + part.size();
  }

  void count_array(const TextElement& e) {
    if (e.tag.find("count") != e.tag.npos) return;
    const std::string_view name = e.tag.substr(0, e.tag.find_first_of(" \t\r\n/"));
    const std::size_t has = e.closed ? 0 : count_words(e.body);
    replace(name, std::string(name) + " count=\"" + std::to_string(has) + "\"");
  }

  void mend_unit(const TextElement& e) {
    constexpr std::string_view kMeter = "meter=";
    const std::size_t at = e.tag.find(kMeter);
    if (at == e.tag.npos || at + kMeter.size() >= e.tag.size()) return;
    const std::string_view quoted = e.tag.substr(at + kMeter.size());
    const std::size_t end = quoted.find(quoted.front(), 1);
    if ((quoted.front() != '"' && quoted.front() != '\'') || end == quoted.npos) return;
    const std::string_view value = quoted.substr(1, end - 1);
    const double metres = std::strtod(std::string(value).c_str(), nullptr);
    if (std::isfinite(metres) && metres > 0.0) return;
    replace(value, "1");
    report(
        model_, Severity::Warning, "file",
        "Its unit is \"" + clean_text(value) + "\" metres long, which is no length; 1 was taken.");
  }

  void mend_rotate(const TextElement& e) {
    constexpr double kUnit = 1e-4;  // what writers round to
    const std::vector<double> n = all_numbers(e.body);
    if (n.size() != 4) return;
    const double length = glm::length(dvec3(n[0], n[1], n[2]));
    if (std::abs(length - 1.0) < kUnit) return;
    const bool turns = std::isfinite(length) && length > 0.0;
    if (!turns) ++no_axes_;
    replace(e.body, turns ? written(n[0] / length) + " " + written(n[1] / length) + " " +
                                written(n[2] / length) + " " + written(n[3])
                          : "1 0 0 0");
  }

  void write_skew(const TextElement& e) {
    const std::vector<double> n = all_numbers(e.body);
    constexpr std::string_view kEnd = "</skew>";
    const std::string_view whole(e.tag.data() - 1, e.tag.size() + e.body.size() + 2 + kEnd.size());
    const auto matrix = n.size() == kSkewNumbers ? collada_skew(n) : std::nullopt;
    if (!matrix) ++no_skews_;
    std::string text = "<matrix>";
    for (int k = 0; k < 16; ++k) {  // by rows
      text += (k == 0 ? "" : " ") +
              written(matrix ? (*matrix)[k % 4][k / 4] : (k % 5 == 0 ? 1.0 : 0.0));
    }
    replace(whole, text + "</matrix>");
  }

  void tell() {
    if (no_axes_ > 0) {
      report(model_, Severity::Warning, "file",
             counted(no_axes_, "<rotate> has", "<rotate>s have") +
                 " no axis (0 0 0); nothing is turned by it.");
    }
    if (no_skews_ > 0) {
      report(model_, Severity::Warning, "file",
             counted(no_skews_, "<skew> has", "<skew>s have") +
                 " no two axes and an angle between them; left out.");
    }
  }

  std::string_view text_;
  Model& model_;
  std::string out_;
  std::size_t done_ = 0;  // of the text
  std::size_t no_axes_ = 0, no_skews_ = 0;
};

}  // namespace

std::optional<glm::dmat4> collada_skew(std::span<const double> numbers) {
  const dvec3 first(numbers[1], numbers[2], numbers[3]);
  const dvec3 second(numbers[4], numbers[5], numbers[6]);
  if (!(glm::length(first) > 0.0) || !(glm::length(second) > 0.0)) return {};
  const dvec3 from = glm::normalize(first), to = glm::normalize(second);
  const double along = glm::dot(from, to);
  const dvec3 rest = from - along * to;
  const double across = glm::length(rest);
  constexpr double kParallel = 1e-6, kFlat = 1e-6;
  if (!(across > kParallel)) return {};
  // In the plane of both: how far `from` is turned off what stands upright on `to`.
  const double turned = std::atan2(along, across) + glm::radians(numbers[0]);
  if (!(std::abs(turned) < glm::radians(90.0) - kFlat)) return {};
  const double shift = std::tan(turned) - along / across;
  glm::dmat4 out(1.0);
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) out[c][r] += shift * to[r] * (rest[c] / across);
  }
  return out;
}

void mend_collada_elements(ModelFile& file, Model& model) {
  const std::string anew = ColladaElements(file.text(), model).run(false);
  if (!anew.empty()) file.bytes.assign(anew.begin(), anew.end());
}

void write_collada_skews(ModelFile& file, Model& model) {
  if (file.text().find("<skew") == std::string_view::npos) return;
  const std::string anew = ColladaElements(file.text(), model).run(true);
  if (!anew.empty()) file.bytes.assign(anew.begin(), anew.end());
}

}  // namespace bindpose
