#include "scene/numbers/verdict_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bindpose {

namespace {

std::string formatted(const char* format, double x) {
  char text[40];
  std::snprintf(text, sizeof text, format, x == 0.0 ? 0.0 : x);
  return text;
}

// Never rounded up to 100.
std::string percent(double part) {
  const double most = part < 1.0 - 1e-9 ? 99.99 : 100.0;
  return formatted("%.2f", std::min(part * 100.0, most)) + " %";
}

}  // namespace

std::string count_in_words(const QuantityVerdict& q) {
  const RigQuantityInfo& info = info_of(q.quantity);
  const std::string many(q.given == 1 ? info.one : info.many);
  const std::size_t wrong = q.given - q.right;
  if (wrong > 0) {
    return std::to_string(wrong) + " of " + std::to_string(q.given) + " " + many +
           (wrong == 1 ? " is" : " are") + " wrong";
  }
  const std::string all = q.given == 1
                              ? "the " + many + " is right"
                              : "all " + std::to_string(q.given) + " " + many + " are right";
  if (q.quantity == RigQuantity::Parent) return all;
  return all + (q.worst > 0.0 ? ", to " + formatted("%.1e", q.worst) : ", exactly");
}

std::string in_words(const QuantityVerdict& q) {
  const std::string start =
      std::string(info_of(q.quantity).letter) + " (" + q.source + "): " + count_in_words(q);
  if (q.is_right()) return start;
  return start + ". The first one is " + q.first_name + ": " + q.first_words;
}

std::string in_words(const NumbersExplanation& e) {
  if (e.key == kLowPrecision) return e.says;
  const std::string left = "; what is left" + std::string(e.of > 1 ? " of them" : "") + " is " +
                           formatted("%.1e", e.left) + " at most)";
  if (e.of > 1) {
    return e.says + " (explains " + std::to_string(e.joints) + " of " + std::to_string(e.of) +
           " that are wrong of their own, and " + percent(e.part) + " of their error" + left;
  }
  return e.says + " (explains " + percent(e.part) + " of the error" +
         (e.everywhere ? "" : ", at this joint alone") + left;
}

std::string missing_in_words(const std::vector<std::string>& missing) {
  std::string out;
  for (std::size_t k = 0; k < missing.size(); ++k)
    out += (k == 0 ? "" : k + 1 < missing.size() ? ", " : " and ") + missing[k];
  return out + (missing.size() == 1 ? " was left out for you and is not here"
                                    : " were left out for you and are not here");
}

NumbersExplanation explanation_by_digits(const std::string& digits, double worst) {
  // The next tolerance of one digit.
  const double unit = std::pow(10.0, std::floor(std::log10(worst)));
  return {std::string(kLowPrecision),
          "low precision: they are the right numbers, written with " + digits + " (--tolerance " +
              formatted("%g", std::ceil(worst / unit) * unit) + " takes them)",
          1.0, worst};
}

}  // namespace bindpose
