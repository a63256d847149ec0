#include "scene/numbers/verdict_words.h"

#include <algorithm>
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
  return e.says + " (explains " + percent(e.part) + " of the error" +
         (e.everywhere ? "" : ", at this joint alone") + "; what is left is " +
         formatted("%.1e", e.left) + " at most)";
}

}  // namespace bindpose
