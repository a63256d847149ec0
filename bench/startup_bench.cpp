// The whole process, from its start to the PNG: wall time, processor time and peak memory; against
// f3d where that is installed.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "app/paths.h"
#include "generated_model.h"
#include "ratios.h"

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

Run run(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  forget_own_peak();
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  Run run;
  const int failed =
      posix_spawnp(&child, words[0].c_str(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) return run;
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) return run;
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.processor_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  run.peak_megabytes = double(usage.ru_maxrss) / 1024.0;
  run.good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return run;
}

std::string output() {
  return (fs::temp_directory_path() / "bindpose_bench.png").string();
}

Run render(const fs::path& model) {
  return run({BINDPOSE_BINARY, "render", model.string(), "-o", output(), "--size", "1280x720"});
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

// Another viewer for the same files, where it is installed: its first picture of the same size.
Run render_by_f3d(const fs::path& model) {
  return run({"f3d", model.string(), "--output", output(), "--resolution", "1280,720", "--quiet"});
}

bool is_installed(const char* program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

struct Usage {
  double processor = std::numeric_limits<double>::infinity(), peak = 0.0;

  void add(const Run& run, const char* whose) {
    if (!run.good) {
      std::fprintf(stderr, "%s drew no picture: it could not be started, or ended with an error.\n",
                   whose);
      std::exit(1);
    }
    processor = std::min(processor, run.processor_seconds);
    peak = std::max(peak, run.peak_megabytes);
  }
};

Contest first_picture(const fs::path& model, int rounds) {
  const auto ours = std::make_shared<Usage>(), other = std::make_shared<Usage>();
  Contest contest;
  contest.ours = [=] { ours->add(render(model), BINDPOSE_BINARY); };
  contest.other = [=] { other->add(render_by_f3d(model), "f3d"); };
  contest.unit = "picture";
  contest.milliseconds = true;
  contest.rounds = rounds;
  contest.note = [=] {
    char text[120];
    std::snprintf(text, sizeof text, "processor %.2f / %.2f s, peak %.0f / %.0f MB",
                  ours->processor, other->processor, ours->peak, other->peak);
    return std::string(text);
  };
  return contest;
}

bool add_ratios() {
  // It draws by way of a display: 'xvfb-run ./dev bench' where there is none.
  if (!is_installed("f3d") || std::getenv("DISPLAY") == nullptr) return false;
  const auto add = [](const std::string& name, double target, int rounds, auto model) {
    add_ratio("start to PNG / f3d, " + name, target,
              [=] { return first_picture(model(), rounds); });
  };
  const auto shared = [](const char* name) {
    return app::asset_folder() / ".." / ".." / "shared" / "models" / name;
  };
  add("ogre.glb", 0.6, 21, [] { return app::asset_folder() / "ogre.glb"; });
  for (const char* name : {"cesium_man/cesium_man.gltf", "knight/Knight.glb"}) {
    std::error_code error;
    const fs::path file = shared(name);
    if (fs::exists(file, error)) add(file.filename().string(), 0.6, 21, [=] { return file; });
  }
  add("1,000,000 vertices", 0.8, 9, [] { return generated_model(1000000, 200); });
  add("5,000,000 vertices", 0.8, 5, [] { return generated_model(5000000, 200); });
  return true;
}
[[maybe_unused]] const bool kAdded = add_ratios();

}  // namespace
}  // namespace bindpose::bench
