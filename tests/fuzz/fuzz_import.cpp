// Runs damaged files through the whole path: import in a child process, decoding, posing, skinning.
// This process must neither crash nor hang nor leak, whatever becomes of the children.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/import/import_worker.h"
#include "fuzz/originals.h"
#include "fuzz/use_model.h"

namespace bindpose::fuzz {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Settings {
  double seconds = 30.0;
  std::uint64_t count = ~0ull;  // files at most
  std::uint64_t seed = 1;       // of the first file; the next ones count up
  std::uint64_t memory_mib = 1024;
  double time_limit = 10.0;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::string write;  // write the file of `seed` into this folder instead, to look at it
  std::string kind;   // damage files of this kind alone; seeds give other files then
  std::vector<std::string> workers;
  std::vector<fs::path> folders;
};

// What happened, and the first seeds of each, to look at them again.
struct Tally {
  std::mutex mutex;
  std::map<std::string, std::vector<std::uint64_t>> seeds;
  std::map<std::string, std::map<std::string, std::vector<std::uint64_t>>> kinds;  // of the files
  std::uint64_t files = 0;
  double slowest_use = 0.0;
  std::uint64_t slowest_seed = 0;

  void add(const std::string& what, std::uint64_t seed, const std::string& kind) {
    const std::lock_guard lock(mutex);
    seeds[what].push_back(seed);
    kinds[what][kind].push_back(seed);
  }
};

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The line of a sanitizer's report that says what it found.
std::string sanitizer_line(int fd) {
  char text[65536];
  const ssize_t size = pread(fd, text, sizeof text, 0);
  const std::string report(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  for (const char* mark : {"SUMMARY: ", "runtime error: "}) {
    if (const auto at = report.find(mark); at != std::string::npos) {
      return report.substr(at, std::min(report.find('\n', at) - at, std::size_t{160}));
    }
  }
  return {};
}

std::string outcome(const app::ImportResult& result, int error_output) {
  switch (result.end) {
    case app::ImportEnd::Model:
      return "model";
    case app::ImportEnd::Refused:
      return "refused";
    case app::ImportEnd::OutOfMemory:
      return "out of memory";
    case app::ImportEnd::OutOfTime:
      return "out of time";
    case app::ImportEnd::Garbage:
      return "unsound: " + result.error.substr(result.error.find('('));
    case app::ImportEnd::NotStarted:
      return "not started: " + result.error;
    case app::ImportEnd::Crashed:
      break;
  }
  if (const std::string line = sanitizer_line(error_output); !line.empty()) {
    return "child died: " + line;
  }
  if (result.signal == 0) return "child died: an exit code that nobody gave";
  return "child died: signal " + std::to_string(result.signal) + " (" + strsignal(result.signal) +
         ")";
}

// One of the threads. What it does at the moment stands in `busy_since` for the watch.
struct Thread {
  std::atomic<std::uint64_t> seed{0};
  std::atomic<std::int64_t> busy_since{0};  // steady clock, seconds; 0: idle
  std::thread thread;
};

std::int64_t now_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(Clock::now().time_since_epoch()).count();
}

void run_one(const Settings& settings, const Originals& all, const fs::path& folder,
             std::uint64_t seed, int error_output, Tally& tally) {
  const Damaged made = damaged(all, seed);
  // Left behind when this process crashes.
  const fs::path file = folder / (std::to_string(seed) + "_" + made.from->path.filename().string());
  std::ofstream(file, std::ios::binary) << made.bytes;
  app::ImportLimits limits;
  limits.memory = settings.memory_mib << 20;
  limits.seconds = settings.time_limit;
  limits.worker = settings.workers[static_cast<std::size_t>(seed % settings.workers.size())];
  limits.error_output = error_output;
  if (ftruncate(error_output, 0) != 0 || lseek(error_output, 0, SEEK_SET) != 0) std::abort();
  app::ImportJob job(file.string(), {}, limits);
  std::optional<app::ImportResult> result;
  while (!(result = job.wait(1.0))) {
  }
  const auto start = Clock::now();
  if (result->model) use_model(result->model);
  const double used = since(start);
  tally.add(outcome(*result, error_output), seed, made.kind);
  const std::lock_guard lock(tally.mutex);
  ++tally.files;
  if (used > tally.slowest_use) {
    tally.slowest_use = used;
    tally.slowest_seed = seed;
  }
  fs::remove(file);
}

// What this program is to blame for: the import process sent a model that is none, or did not
// start.
bool is_failure(const std::string& what) {
  return what.starts_with("unsound") || what.starts_with("not started");
}

void print_kinds(const Tally& tally) {
  struct Row {
    std::size_t all = 0, models = 0, refused = 0;
  };
  std::map<std::string, Row> rows;
  for (const auto& [what, kinds] : tally.kinds) {
    for (const auto& [kind, seeds] : kinds) {
      Row& row = rows[kind];
      row.all += seeds.size();
      if (what == "model") row.models += seeds.size();
      if (what == "refused") row.refused += seeds.size();
    }
  }
  std::printf("%-22s %7s %7s %8s %7s\n", "kind", "files", "opened", "refused", "other");
  for (const auto& [kind, row] : rows) {
    std::printf("%-22s %7zu %7zu %8zu %7zu\n", kind.c_str(), row.all, row.models, row.refused,
                row.all - row.models - row.refused);
  }
}

// Whether nothing of it was a failure.
bool print(const Tally& tally, double seconds) {
  bool good = true;
  std::size_t deaths = 0;
  for (const auto& [what, seeds] : tally.seeds) {
    good = good && !is_failure(what);
    if (what.starts_with("child died")) deaths += seeds.size();
  }
  std::printf("%llu damaged files in %.0f s, %zu of which killed their import process:\n",
              static_cast<unsigned long long>(tally.files), seconds, deaths);
  for (const auto& [what, seeds] : tally.seeds) {
    std::printf("%8zu  %s%s\n", seeds.size(), is_failure(what) ? "FAILED: " : "", what.c_str());
    if (what == "model" || what == "refused") continue;
    for (const auto& [kind, of_them] : tally.kinds.at(what)) {
      std::printf("          %6zu %-20s --seed", of_them.size(), kind.c_str());
      for (std::size_t k = 0; k < std::min<std::size_t>(4, of_them.size()); ++k) {
        std::printf(" %llu", static_cast<unsigned long long>(of_them[k]));
      }
      std::printf("\n");
    }
  }
  print_kinds(tally);
  std::printf(
      "This process went on; posing and skinning a model took %.2f s at most (seed %llu).\n",
      tally.slowest_use, static_cast<unsigned long long>(tally.slowest_seed));
  return good;
}

// What is not sound to begin with is not worth damaging. Of the small ones that are made here.
bool originals_open(const Settings& settings, const Originals& all, const fs::path& folder) {
  bool good = true;
  for (const auto& [kind, list] : all) {
    for (const Original& one : list) {
      if (one.path.has_parent_path()) continue;
      const fs::path file = folder / one.path;
      std::ofstream(file, std::ios::binary) << one.bytes;
      app::ImportLimits limits;
      limits.worker = settings.workers.front();
      app::ImportJob job(file.string(), {}, limits);
      std::optional<app::ImportResult> result;
      while (!(result = job.wait(1.0))) {
      }
      if (!result->model) std::printf("FAILED: %s\n", result->error.c_str());
      good = good && result->model;
      fs::remove(file);
    }
  }
  return good;
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

bool leaks(std::size_t files_before) {
  const auto open_files = [] { return entries("/proc/self/fd"); };
  for (int i = 0; i < 500; ++i) {
    siginfo_t info;
    const bool childless =
        waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD;
    if (childless && open_files() == files_before) return false;
    usleep(10000);
  }
  std::printf("FAILED: %zu open files, %zu before, or children left\n", open_files(), files_before);
  return true;
}

int run(const Settings& settings) {
  Originals all = originals(settings.folders);
  if (!settings.kind.empty()) {
    std::erase_if(all, [&](const auto& one) { return one.first != settings.kind; });
  }
  if (all.empty() || settings.workers.empty()) {
    std::fprintf(stderr, "fuzz_import: no models (of that --kind) or no --worker\n");
    return 2;
  }
  if (!settings.write.empty()) {
    const Damaged made = damaged(all, settings.seed);
    const fs::path file = fs::path(settings.write) / made.from->path.filename();
    std::ofstream(file, std::ios::binary) << made.bytes;
    std::printf("%s\n", file.c_str());
    return 0;
  }
  std::string name = (fs::temp_directory_path() / "bindpose_fuzz_XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  const std::size_t files_before = entries("/proc/self/fd"), here_before = entries(".");
  const bool sound = originals_open(settings, all, folder);
  const auto start = Clock::now();
  Tally tally;
  std::atomic<std::uint64_t> next{0};
  std::vector<Thread> threads(settings.threads);
  for (Thread& t : threads) {
    t.thread = std::thread([&] {
      const int error_output = memfd_create("fuzz-errors", MFD_CLOEXEC);
      for (std::uint64_t i; (i = next++) < settings.count && since(start) < settings.seconds;) {
        t.seed = settings.seed + i;
        t.busy_since = now_seconds();
        run_one(settings, all, folder, settings.seed + i, error_output, tally);
      }
      t.busy_since = 0;
      close(error_output);
    });
  }
  // A thread that is busy for longer than a child may live hangs in this process.
  const auto allowed = static_cast<std::int64_t>(settings.time_limit) + 60;
  for (bool busy = true; busy;) {
    usleep(200000);
    if (isatty(STDERR_FILENO)) {
      std::fprintf(stderr, "\r%llu files, %.0f s \r",
                   static_cast<unsigned long long>(std::min<std::uint64_t>(next, settings.count)),
                   since(start));
    }
    busy = false;
    for (Thread& t : threads) {
      const std::int64_t from = t.busy_since;
      busy = busy || from != 0 || (next < settings.count && since(start) < settings.seconds);
      if (from != 0 && now_seconds() - from > allowed) {
        std::printf("FAILED: seed %llu hangs\n", static_cast<unsigned long long>(t.seed.load()));
        std::fflush(stdout);
        std::_Exit(1);
      }
    }
  }
  for (Thread& t : threads) t.thread.join();
  bool good = print(tally, since(start)) && sound;
  // Nothing but the damaged files themselves was ever written, here or beside them.
  if (!fs::is_empty(folder) || entries(".") != here_before) {
    std::printf("FAILED: files were left in %s or in the working folder\n", folder.c_str());
    good = false;
  }
  fs::remove_all(folder);
  return leaks(files_before) || !good ? 1 : 0;
}

bool parse(int argc, char** argv, Settings& s) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.compare(0, 2, "--") != 0) {
      s.folders.emplace_back(word);
      continue;
    }
    if (++i >= argc) return false;
    const char* value = argv[i];
    if (word == "--seconds")
      s.seconds = std::strtod(value, nullptr);
    else if (word == "--count")
      s.count = std::strtoull(value, nullptr, 10);
    else if (word == "--seed")
      s.seed = std::strtoull(value, nullptr, 10);
    else if (word == "--memory")
      s.memory_mib = std::strtoull(value, nullptr, 10);
    else if (word == "--time")
      s.time_limit = std::strtod(value, nullptr);
    else if (word == "--threads")
      s.threads = static_cast<unsigned>(std::atoi(value));
    else if (word == "--write")
      s.write = value;
    else if (word == "--kind")
      s.kind = value;
    else if (word == "--worker")
      s.workers.emplace_back(value);
    else
      return false;
  }
  return s.threads > 0;
}

}  // namespace
}  // namespace bindpose::fuzz

int main(int argc, char** argv) {
  bindpose::fuzz::Settings settings;
  if (!bindpose::fuzz::parse(argc, argv, settings)) {
    std::fprintf(stderr,
                 "usage: fuzz_import --worker BINDPOSE [--worker ...] [--seconds S] [--count N] "
                 "[--seed N] [--memory MIB] [--time S] [--threads N] [--kind KIND] [--write "
                 "FOLDER] FOLDER...\n");
    return 2;
  }
  // For children that were built with sanitizers, in place of the limit on addresses.
  setenv("ASAN_OPTIONS",
         "detect_leaks=0:exitcode=66:max_allocation_size_mb=1024:hard_rss_limit_mb=1536:"
         "allocator_may_return_null=1:symbolize=0",
         1);
  return bindpose::fuzz::run(settings);
}
