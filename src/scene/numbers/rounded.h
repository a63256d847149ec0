// For scene/numbers: numbers that are right but for the digits that they are written with.
#pragma once

#include <cstddef>
#include <string>

namespace bindpose {

// Takes all numbers that were given, each with the right one.
class WrittenDigits {
 public:
  void add(double given, double right);
  // "3 decimals", "3 significant digits", "half floats": all are what the right ones become when
  // they are written so. Empty: they are not.
  std::string in_words() const;

 private:
  static constexpr std::size_t kMost = 5;  // more digits are right to any tolerance of use
  // By how many digits: all are written with so many at most; all are the nearest that is so.
  struct Grid {
    bool fits[kMost + 1] = {true, true, true, true, true, true};
    bool nearest[kMost + 1] = {true, true, true, true, true, true};
    void add(std::size_t digits, double given, double right, double unit);
    // The fewest digits that all fit; 0: they need more, or are not the nearest.
    std::size_t digits() const;
  };
  Grid fixed_, significant_;
  bool half_ = true;
};

}  // namespace bindpose
