#include "app/cli/batch.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>

#include "app/cli/commands.h"
#include "io/files/stream_text.h"
#include "io/import.h"
#include "io/text/clean_text.h"
#include "io/workspace/workspace.h"
#include "math/ascii.h"
#include "scene/names.h"

namespace bindpose::app {
namespace {

namespace fs = std::filesystem;

bool can_be_opened(const fs::path& file) {
  const std::string ending = in_lower_case(file.extension().string());
  const auto& known = supported_extensions();
  return std::ranges::find(known, ending) != known.end() || is_workspace(file);
}

// Paths a line, or, where there is one, behind each other with a NUL (`find -print0`).
void add_listed(const std::string& text, std::vector<std::string>& out) {
  const bool lines = text.find('\0') == std::string::npos;
  std::istringstream in(text);
  for (std::string path; std::getline(in, path, lines ? '\n' : '\0');) {
    if (lines && path.ends_with('\r')) path.pop_back();
    if (!path.empty()) out.push_back(path);
  }
}

// The files below a folder that can be opened, in order, and the folders that cannot be read: a
// part that was not looked at must not count as good, and does not stop the others.
struct Below {
  std::vector<std::string> file;
  std::vector<std::pair<std::string, std::string>> unread;  // a path, and why
};

Below files_below(const std::string& folder) {
  Below out;
  std::vector<fs::path> open{folder};
  while (!open.empty()) {
    const fs::path here = std::move(open.back());
    open.pop_back();
    std::error_code error;
    for (fs::directory_iterator it(here, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
      std::error_code ignored;
      if (it->is_directory(ignored) && !it->is_symlink(ignored)) open.push_back(it->path());
      if (it->is_regular_file(ignored) && can_be_opened(it->path())) {
        out.file.push_back(it->path().string());
      }
    }
    if (error) out.unread.emplace_back(here.string(), error.message());
  }
  std::ranges::sort(out.file);
  std::ranges::sort(out.unread);
  return out;
}

// What batch_files() found so far.
struct Found {
  std::vector<std::string> file, problem;
  std::vector<BatchFiles::Unread> unread;

  void add(const std::string& word) {
    std::error_code error;
    if (!fs::is_directory(word, error)) return file.push_back(word);
    const Below below = files_below(word);
    file.insert(file.end(), below.file.begin(), below.file.end());
    for (const auto& [folder, why] : below.unread) {
      problem.push_back(in_quotes(folder) + " cannot be read to its end: " + why +
                        "; check its permissions");
      unread.push_back({folder, problem.back() + "."});
    }
    if (!below.file.empty() || !below.unread.empty()) return;
    problem.push_back(in_quotes(word) +
                      " has no file that can be opened; name a folder with models in it");
  }
};

// A file of a batch in its own process.
struct Job {
  pid_t process = -1;
  std::FILE *out = nullptr, *said = nullptr;  // what it prints, without a name on the disk
  bool done = false;
};

void start(Job& job, const std::string& file, const std::function<int(const std::string&)>& run) {
  job.out = std::tmpfile();
  job.said = std::tmpfile();
  if (job.out == nullptr || job.said == nullptr) {
    throw std::runtime_error(std::string("No temporary file can be made: ") + std::strerror(errno));
  }
  std::fflush(nullptr);  // what is buffered here is not printed twice
  job.process = fork();
  if (job.process < 0) {
    throw std::runtime_error(std::string("No process can be started: ") + std::strerror(errno));
  }
  if (job.process > 0) return;
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // nobody would read what it says
#endif
  dup2(fileno(job.out), STDOUT_FILENO);
  dup2(fileno(job.said), STDERR_FILENO);
  const int code = run_told([&] { return run(file); });
  std::fflush(nullptr);
  _exit(code);
}

void copy(std::FILE* from, std::FILE* to) {
  std::rewind(from);
  char block[1 << 16];
  while (const std::size_t n = std::fread(block, 1, sizeof block, from))
    std::fwrite(block, 1, n, to);
  std::fflush(to);
  std::fclose(from);
}

std::string text_of(std::FILE* from) {
  std::rewind(from);
  std::string out;
  char block[1 << 16];
  while (const std::size_t n = std::fread(block, 1, sizeof block, from)) out.append(block, n);
  std::fclose(from);
  return out;
}

using TakePrinted = std::function<void(const std::string& file, const std::string& printed)>;

int tell_job(Job& job, const std::string& file, int status, const TakePrinted& take) {
  copy(job.said, stderr);
  if (take) {
    take(file, text_of(job.out));
  } else {
    copy(job.out, stdout);
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  std::fprintf(stderr, "bindpose: %s: its process was ended (%s)\n", shown_sentence(file).c_str(),
               strsignal(WTERMSIG(status)));
  return kUnreadable;
}

// The file's name as it is told from others: without its ending and with it, then with one more of
// its folders in front each, again without and with it: "x", "x.glb", "old-x", "old-x.glb", ...
std::string name_at(const std::string& file, std::size_t level) {
  const fs::path path = fs::path(file).lexically_normal();
  std::string name = (level % 2 == 0 ? path.stem() : path.filename()).string();
  fs::path folder = path.parent_path();
  for (std::size_t k = 0; k < level / 2 && folder.has_filename(); ++k) {
    if (folder.filename() != "..") name = folder.filename().string() + "-" + name;
    folder = folder.parent_path();
  }
  return name;
}

// The shortest name of each that no other has; where there is none, one that others have as well.
std::vector<std::string> telling_names(const std::vector<std::string>& files) {
  constexpr std::size_t kMostFolders = 8;
  std::vector<std::string> out(files.size());
  std::vector<std::size_t> left(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) left[i] = i;
  for (std::size_t level = 0; !left.empty() && level < 2 * kMostFolders; ++level) {
    std::map<std::string, int> count;
    for (const std::string& file : files) ++count[name_at(file, level)];
    std::erase_if(left, [&](std::size_t i) {
      const std::string name = name_at(files[i], level);
      const bool alone = count[name] == 1;
      if (alone || level == 1) out[i] = name;
      return alone;
    });
  }
  return out;
}

}  // namespace

BatchFiles batch_files(const std::vector<std::string>& words) {
  BatchFiles out;
  Found found;
  for (const std::string& word : words) {
    std::error_code error;
    out.many = out.many || word == "-" || fs::is_directory(word, error);
    if (word != "-") {
      found.add(word);
      continue;
    }
    std::vector<std::string> listed;
    add_listed(remaining_text(std::cin), listed);
    for (const std::string& path : listed) found.add(path);
  }
  std::set<std::string> seen;
  for (std::string& file : found.file) {
    if (seen.insert(fs::path(file).lexically_normal().string()).second)
      out.files.push_back(std::move(file));
  }
  if (out.files.empty())
    throw UsageError(found.problem.empty() ? "there is no path on standard input"
                                           : found.problem.front());
  for (const std::string& problem : found.problem) {
    std::fprintf(stderr, "bindpose: %s.\n", shown_sentence(problem).c_str());
    out.code = kUnreadable;
  }
  out.many = out.many || out.files.size() > 1;
  out.unread = std::move(found.unread);
  return out;
}

int run_batch(const BatchFiles& batch, const std::function<int(const std::string&)>& run,
              const TakePrinted& take) {
  if (!batch.many) return std::max(batch.code, run(batch.files[0]));
  const std::size_t at_once = std::max(1u, std::thread::hardware_concurrency());
  constexpr std::size_t kAhead = 64;  // files that wait to be told: each has two open files
  std::vector<Job> jobs(batch.files.size());
  std::vector<int> status(jobs.size(), 0);
  std::size_t next = 0, told = 0, running = 0;
  int code = batch.code;
  while (told < jobs.size()) {
    while (next < jobs.size() && running < at_once && next < told + kAhead) {
      start(jobs[next], batch.files[next], run);
      ++next;
      ++running;
    }
    int ended = 0;
    const pid_t process = waitpid(-1, &ended, 0);
    if (process < 0) {
      if (errno == EINTR) continue;
      throw std::runtime_error(std::string("A process was lost: ") + std::strerror(errno));
    }
    const auto job = std::ranges::find(jobs, process, &Job::process);
    if (job == jobs.end()) continue;
    job->done = true;
    status[static_cast<std::size_t>(job - jobs.begin())] = ended;
    --running;
    for (; told < next && jobs[told].done; ++told) {
      code = std::max(code, tell_job(jobs[told], batch.files[told], status[told], take));
    }
  }
  return code;
}

std::vector<std::string> batch_outputs(const BatchFiles& batch, const std::string& output,
                                       const std::string& ending, bool one_too) {
  constexpr std::string_view kName = "{}";
  std::string pattern = output;
  if (output.find(kName) == std::string::npos) {
    const bool folder = output.ends_with('/');
    if (!batch.many && !(one_too && folder)) return {output};
    if (!folder) {
      throw UsageError("-o " + output + ": of many files each needs an output of its own; name a " +
                       "folder with '/' at its end, or put {} where their names belong");
    }
    pattern += std::string(kName) + ending;
  }
  const auto filled = [&](const std::string& name) {
    std::string text = pattern;
    for (std::size_t at = 0; (at = text.find(kName, at)) != std::string::npos; at += name.size()) {
      text.replace(at, kName.size(), name);
    }
    return text;
  };
  std::vector<std::string> out;
  std::set<std::string> taken;
  for (const std::string& name : telling_names(batch.files)) {
    std::string free = name;
    for (int k = 2; !taken.insert(free).second; ++k) free = name + "-" + std::to_string(k);
    out.push_back(filled(free));
  }
  for (std::string text : out) {
    if (text.ends_with('/')) text.pop_back();  // whoever writes there makes it
    const fs::path folder = fs::path(text).parent_path();
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);  // who writes there says why not
  }
  return out;
}

}  // namespace bindpose::app
