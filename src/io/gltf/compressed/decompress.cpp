#include "io/gltf/compressed/decompress.h"

#include <algorithm>
#include <map>

#include "io/gltf/compressed/draco.h"
#include "io/gltf/compressed/job.h"
#include "io/gltf/compressed/meshopt.h"
#include "io/gltf/compressed/run_jobs.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using nlohmann::json;

constexpr const char* kDecoded = ".bindpose-decoded";  // in ModelFile::made
constexpr std::string_view kAnyMeshopt = "meshopt_compression";

bool mentions(const GltfDocument& document, std::string_view key, std::string_view word) {
  return std::any_of(document.member.begin(), document.member.end(), [&](const auto& member) {
    return member.first == key && member.second.find(word) != std::string_view::npos;
  });
}

// Where each stream goes; returns the size of all.
std::size_t place_streams(std::vector<DecodeJob>& jobs, std::vector<std::size_t>& start) {
  std::size_t size = 0;
  for (DecodeJob& job : jobs) {
    start.push_back(size);
    if (!job.problem.empty()) continue;
    if (job.bytes > kMostDecoded - size) {
      job.problem = kTooLarge;
      continue;
    }
    size += (job.bytes + 3) / 4 * 4;
    size = std::min(size, kMostDecoded);
  }
  return size;
}

void decode_all(std::vector<DecodeJob>& jobs, const std::vector<std::size_t>& start,
                std::uint8_t* out, const std::function<void(float)>& progress) {
  std::vector<Work> work;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    DecodeJob& job = jobs[j];
    if (!job.problem.empty()) continue;
    const std::span<std::uint8_t> place(out + start[j], job.bytes);
    work.push_back({job.bytes, [&job, place] {
                      try {
                        job.problem = job.decode(place);
                      } catch (const std::exception& e) {
                        job.problem = "it could not be decoded: " + std::string(e.what());
                      }
                    }});
  }
  run_side_by_side(std::move(work), progress);
}

// What is done is not needed any more, by the file's own words neither.
void take_names(GltfDocument& document) {
  for (const char* key : {"extensionsUsed", "extensionsRequired"}) {
    const json names = gltf_member(document, key);
    if (!names.is_array()) continue;
    json kept = json::array();
    for (const json& name : names) {
      const std::string text = name.is_string() ? name.get<std::string>() : std::string();
      if (text != kDraco && !text.ends_with(kAnyMeshopt)) kept.push_back(name);
    }
    set_gltf_member(document, key, kept);
  }
}

struct Sum {
  std::size_t streams = 0, compressed = 0, bytes = 0, broken = 0;
};

void report_sums(const std::map<std::string, Sum>& sums, Model& model) {
  for (const auto& [extension, sum] : sums) {
    if (sum.streams > 0) {
      report(model, Severity::Info, "file",
             "It is compressed with " + extension + " (" +
                 counted(sum.streams, "stream", "streams") + "): " + grouped(sum.compressed) +
                 " bytes were decoded to " + grouped(sum.bytes) + ".");
    }
    if (sum.broken > 0) {
      report(model, Severity::Warning, "file",
             counted(sum.broken, "stream", "streams") + " of " + extension +
                 " could not be decoded; the uncompressed data that the file has as well were "
                 "taken.");
    }
  }
}

}  // namespace

bool is_compressed(const GltfDocument& document) {
  return mentions(document, "meshes", kDraco) || mentions(document, "bufferViews", kAnyMeshopt);
}

void decompress(GltfDocument& document, ModelFile& file, Model& model,
                const std::function<void(float)>& progress) {
  std::vector<DecodeJob> jobs = plan_meshopt(document);
  for (DecodeJob& job : plan_draco(document)) jobs.push_back(std::move(job));
  std::vector<std::size_t> start;
  const std::size_t size = place_streams(jobs, start);
  // Not set to 0 first: each thread is the first to touch what it writes.
  const std::shared_ptr<std::uint8_t[]> decoded(new std::uint8_t[size]);
  decode_all(jobs, start, decoded.get(), progress);

  const std::size_t buffer = gltf_count(document, "buffers");
  std::map<std::string, Sum> sums;
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    Sum& sum = sums[jobs[j].extension];
    if (jobs[j].problem.empty()) {
      jobs[j].adopt(buffer, start[j]);
      ++sum.streams;
      sum.compressed += jobs[j].compressed;
      sum.bytes += jobs[j].bytes;
    } else if (jobs[j].has_plain) {
      jobs[j].drop();
      ++sum.broken;
    } else {
      const bool newest = jobs[j].extension == std::string_view("KHR_meshopt_compression");
      throw ImportError(quoted_path(file.path) + " is compressed with " + jobs[j].extension +
                        ", and " + jobs[j].place + " can not be decoded (" +
                        clean_text(jobs[j].problem) + "); export it " +
                        (newest ? "with EXT_meshopt_compression instead (gltfpack -c)" : "again") +
                        ", or without compression.");
    }
  }
  drop_fallback_buffers(document);
  take_names(document);
  if (size > 0) {
    gltf_append(document, "buffers", {{"byteLength", size}, {"uri", kDecoded}});
    file.made[kDecoded] = {{decoded.get(), size}, decoded};
  }
  report_sums(sums, model);
}

}  // namespace bindpose
