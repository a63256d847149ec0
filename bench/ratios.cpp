#include "ratios.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

namespace bindpose::bench {
namespace {

constexpr double kShortestSample = 2e-3;  // seconds

struct Entry {
  std::string name;
  std::optional<double> target;
  std::function<Contest()> make;
};

// A function's static: entries are registered before main, in whatever order files are linked.
std::vector<Entry>& entries() {
  static std::vector<Entry> list;
  return list;
}

double seconds(const std::function<void()>& work, int repeats) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / repeats;
}

int repeats_for(const std::function<void()>& work) {
  int repeats = 1;
  while (seconds(work, repeats) * repeats < kShortestSample) repeats *= 2;
  return repeats;
}

void print(const Entry& entry) {
  const Contest contest = entry.make();
  const int ours_repeats = repeats_for(contest.ours);
  const int other_repeats = repeats_for(contest.other);
  double ours = std::numeric_limits<double>::infinity();
  double other = ours;
  for (int round = 0; round < contest.rounds; ++round) {
    ours = std::min(ours, seconds(contest.ours, ours_repeats));
    other = std::min(other, seconds(contest.other, other_repeats));
  }
  const double per_item = (contest.milliseconds ? 1e3 : 1e9) / contest.items;
  const double ratio = ours / other;
  std::printf("%-58s %10.2f %10.2f  %s/%-7s %6.3f", entry.name.c_str(), ours * per_item,
              other * per_item, contest.milliseconds ? "ms" : "ns", contest.unit.c_str(), ratio);
  if (entry.target) {
    const bool met = ours <= *entry.target * other + contest.allowance;
    std::printf("  %5.2f  ", *entry.target);
    if (contest.allowance > 0.0) std::printf("+ %.0f ms  ", 1e3 * contest.allowance);
    std::printf("%s", met ? "met" : "MISSED");
  }
  if (contest.note) std::printf("  %s", contest.note().c_str());
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

bool add_ratio(std::string name, std::optional<double> target, std::function<Contest()> make) {
  entries().push_back({std::move(name), target, std::move(make)});
  return true;
}

void print_ratios(const std::string& filter) {
  std::printf("\nminima of rounds taken in turns\n");
  std::printf("%-58s %10s %10s  %-10s %6s  %5s\n", "ratio", "ours", "other", "", "ratio", "target");
  for (const Entry& entry : entries()) {
    if (entry.name.find(filter) != std::string::npos) print(entry);
  }
}

}  // namespace bindpose::bench
