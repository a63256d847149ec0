#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "ratios.h"

// bindpose_bench [--ratios[=PART OF A NAME]] [Google Benchmark's options]
// Without --ratios: all benchmarks, then all ratios. With it: only the ratios.
int main(int argc, char** argv) {
  constexpr std::string_view kRatios = "--ratios";
  if (argc == 2 && std::string_view(argv[1]).starts_with(kRatios)) {
    std::string_view filter = std::string_view(argv[1]).substr(kRatios.size());
    if (filter.starts_with('=')) filter.remove_prefix(1);
    bindpose::bench::print_ratios(std::string(filter));
    return 0;
  }
  const bool everything = argc == 1;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  if (everything) bindpose::bench::print_ratios("");
  return 0;
}
