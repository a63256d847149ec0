// Two ways to do the same work, timed in turns within one process, and the ratio of their minima.
// Absolute times differ from machine to machine and from minute to minute; this ratio hardly does.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace bindpose::bench {

struct Contest {
  std::function<void()> ours;
  std::function<void()> other;
  double items = 1.0;         // joints or vertices that one call works through
  std::string unit;           // "joint", "vertex"
  double allowance = 0.0;     // seconds that ours may take beyond target times other
  bool milliseconds = false;  // print ms instead of ns
  int rounds = 31;            // in which both sides take turns
  std::function<std::string()> note = nullptr;  // what else is to be said of them at the end
};

// Registers a ratio for the table at the end of the run. `make` builds the data when its turn
// comes, so that only one contest's data is in memory. Returns true, to initialise a constant with.
bool add_ratio(std::string name, std::optional<double> target, std::function<Contest()> make);

// Runs all contests whose name contains `filter`, printing a line each: times, ratio, target.
void print_ratios(const std::string& filter);

}  // namespace bindpose::bench
