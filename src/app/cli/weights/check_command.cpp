#include "app/cli/weights/check_command.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "app/cli/batch.h"
#include "app/cli/commands.h"
#include "app/cli/open_scene.h"
#include "io/check/check_files.h"
#include "io/check/check_text.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"

namespace bindpose::app {
namespace {

// A file of the user's that says how to check.
template <typename Read>
auto read_or_blame(const char* option, const std::string& path, Read read) {
  try {
    return read(path);
  } catch (const std::exception& e) {
    throw UsageError(std::string(option) + ": " + e.what());
  }
}

// An older baseline may be written anew; any other file that is there is somebody's work.
void refuse_no_baseline(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return;
  try {
    read_baseline(path);
  } catch (const std::exception&) {
    throw UsageError("--write-baseline " + path +
                     " is there and is no baseline; it would be lost, so choose another name");
  }
}

CheckProfile profile_of(const std::string& word) {
  if (auto known = find_profile(word)) return *known;
  std::error_code error;
  if (!std::filesystem::exists(word, error)) {
    throw UsageError("--profile " + word +
                     ": it is rig, gltf, engine, vrm, or a file; there is no such file");
  }
  note_input(word, "the file of --profile");
  return read_or_blame("--profile", word, read_profile);
}

CheckedFile check_one(const std::string& path, const CheckProfile& profile, const CheckArgs& args) {
  CheckedFile out;
  out.path = path;
  try {
    ImportOptions options;
    options.textures = false;
    Document document(open_scene(path, options, args.import).scene);
    if (!args.weights.empty()) {
      std::vector<std::string> notes;
      document.apply({weights_from(document.scene(), args.weights, notes)});
      tell(notes);
    }
    return checked_file(path, document.scene(), check(document.scene(), profile));
  } catch (const UsageError&) {
    throw;
  } catch (const std::exception& e) {
    out.error = e.what();
  }
  return out;
}

// "12 of 80 files", on a terminal.
void tell_progress(std::size_t done, std::size_t all) {
  if (all < 2 || isatty(STDERR_FILENO) == 0) return;
  std::fprintf(stderr, "\r%zu of %zu files%s", done, all, done == all ? "\r\x1b[K" : "");
  std::fflush(stderr);
}

CheckedFile taken(const std::string& path, const std::string& line) {
  try {
    return from_line(line);
  } catch (const std::exception&) {
    CheckedFile out;
    out.path = path;
    out.error = "Its process was ended before it was done.";
    return out;
  }
}

std::string in_format(const CheckReport& report, const std::string& format) {
  if (format == "json") return check_json_text(report);
  if (format == "lines") {
    std::string out;
    for (const CheckedFile& file : report.files) out += to_line(file) + "\n";
    return out;
  }
  if (format == "sarif") return check_sarif(report, BINDPOSE_VERSION);
  return format == "junit" ? check_junit(report) : check_text(report);
}

}  // namespace

int run_check(const CheckArgs& args) {
  const CheckProfile profile = profile_of(args.profile);
  std::optional<Baseline> baseline;
  if (!args.baseline.empty()) baseline = read_or_blame("--baseline", args.baseline, read_baseline);
  const BatchFiles batch = batch_files(args.models);
  if (batch.many && !args.weights.empty())
    throw UsageError("--weights " + args.weights + ": it is of one model; check that one alone");
  if (!args.write_baseline.empty()) {
    // Each is read in a process of its own.
    for (const std::string& file : batch.files) note_input(file, "a model that is checked");
    refuse_to_replace_input("--write-baseline", args.write_baseline);
    refuse_no_baseline(args.write_baseline);
  }
  CheckReport report;
  report.profile = profile.name;
  report.fails_on = args.fail_on == "error" ? Severity::Error : Severity::Warning;
  for (const auto& severity : profile.severity) report.rule_is_on.push_back(severity.has_value());
  if (batch.many) {
    // Each in a process of its own; what it says comes back as a line.
    run_batch(
        batch,
        [&](const std::string& file) {
          const std::string line = to_line(check_one(file, profile, args));
          std::fwrite(line.data(), 1, line.size(), stdout);
          return kGood;
        },
        [&](const std::string& file, const std::string& line) {
          report.files.push_back(taken(file, line));
          tell_progress(report.files.size(), batch.files.size());
        });
  } else {
    report.files.push_back(check_one(batch.files[0], profile, args));
  }
  const std::size_t files = report.files.size();  // behind them: folders, told before
  for (const BatchFiles::Unread& folder : batch.unread) {
    CheckedFile unread;
    unread.path = folder.path;
    unread.error = folder.why;
    report.files.push_back(std::move(unread));
  }
  if (!args.write_baseline.empty()) {
    write_or_blame("--write-baseline", args.write_baseline,
                   [&] { write_baseline(report, args.write_baseline); });
  }
  if (baseline) mark_known(*baseline, report);
  const std::string text = in_format(report, args.format);
  print(text);
  int code = batch.code;
  for (const CheckedFile& file : report.files) {
    const int one = !file.error.empty() ? kUnreadable : fails(report, file) ? kCheckFailed : kGood;
    code = std::max<int>(code, one);
    const bool is_folder = &file >= report.files.data() + files;
    if (!file.error.empty() && args.format != "text" && !is_folder) {
      std::fprintf(stderr, "bindpose: %s\n", shown_sentence(file.error).c_str());
    }
  }
  return code;
}

}  // namespace bindpose::app
