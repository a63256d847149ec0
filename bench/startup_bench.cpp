// The whole process, from its start to the PNG: wall time, processor time and peak memory.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/paths.h"
#include "generated_model.h"

extern char** environ;

namespace bindpose::bench {
namespace {

namespace fs = std::filesystem;

struct Run {
  double seconds = 0.0, processor_seconds = 0.0, peak_megabytes = 0.0;
  bool good = false;
};

double seconds_of(const timeval& t) {
  return double(t.tv_sec) + 1e-6 * double(t.tv_usec);
}

// A process that is spawned begins with its parent's peak for its own, because until it executes
// its program it shares the parent's memory. Writing 5 sets the peak to what is in use now.
void forget_own_peak() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream("/proc/self/clear_refs") << 5;
}

Run render(const fs::path& model) {
  const fs::path program = app::shader_folder() / ".." / "build" / "release" / "bindpose";
  const std::string output = (fs::temp_directory_path() / "bindpose_bench.png").string();
  std::string words[] = {program.string(), "render", model.string(), "-o", output};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(),
                       words[3].data(), words[4].data(), nullptr};
  forget_own_peak();
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  Run run;
  if (posix_spawn(&child, words[0].c_str(), nullptr, nullptr, arguments, environ) != 0) return run;
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) return run;
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.processor_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  run.peak_megabytes = double(usage.ru_maxrss) / 1024.0;
  run.good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return run;
}

void start_to_picture(benchmark::State& state, const fs::path& model) {
  double peak = 0.0, processor = 0.0;
  for (auto _ : state) {
    const Run run = render(model);
    if (!run.good) {
      state.SkipWithError("bindpose render failed");
      return;
    }
    state.SetIterationTime(run.seconds);
    peak = std::max(peak, run.peak_megabytes);
    processor += run.processor_seconds;
  }
  state.counters["peak_MB"] = peak;
  state.counters["cpu_s"] = benchmark::Counter(processor, benchmark::Counter::kAvgIterations);
}

void ogre(benchmark::State& state) {
  start_to_picture(state, app::asset_folder() / "ogre.glb");
}
void million(benchmark::State& state) {
  start_to_picture(state, generated_model(1000000, 200));
}

BENCHMARK(ogre)
    ->Name("start_to_png/ogre")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK(million)
    ->Name("start_to_png/1M_vertices")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3);

}  // namespace
}  // namespace bindpose::bench
