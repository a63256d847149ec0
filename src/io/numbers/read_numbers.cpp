#include "io/numbers/read_numbers.h"

#include <algorithm>
#include <charconv>
#include <fstream>

#include "io/numbers/left_out.h"
#include "io/numbers/npy.h"
#include "io/numbers/numbers_builder.h"
#include "io/numbers/numbers_json.h"
#include "io/text/clean_text.h"
#include "io/text/pose_json.h"
#include "math/ascii.h"

namespace bindpose {

namespace {

namespace fs = std::filesystem;

std::string lower_ending(const fs::path& file) {
  return in_lower_case(file.extension().string());
}

bool is_numbers_file(const fs::path& file) {
  const std::string ending = lower_ending(file);
  return ending == ".json" || ending == ".csv" || ending == ".txt" || ending == ".npy" ||
         ending == ".obj";
}

void read_npy_numbers(const fs::path& file, const std::string& subject,
                      std::optional<RigQuantity> as, NumbersBuilder& to) {
  const NpyArray array = read_npy(file, subject, kLargestNumbers);
  const std::vector<std::size_t>& shape = array.shape;
  if (!as)
    to.refuse("nothing says what it has; call it by that (W.npy), or use --as with " +
              quantity_keys());
  const std::string what(info_of(*as).key);
  const std::size_t count = shape.empty() ? 0 : shape[0];
  std::size_t width = 1;
  for (std::size_t d = 1; d < shape.size(); ++d) width *= shape[d];
  const std::span<const double> value(array.value);
  if (*as == RigQuantity::Parent) {
    if (shape.size() != 1) to.refuse("parent is one list of indices");
    for (std::size_t j = 0; j < count; ++j) to.add_parent(to.joint_at(j), to.parent_at(value[j]));
  } else if (*as == RigQuantity::Posed) {
    if (shape.size() != 2 || width != 3) to.refuse("vertices are an array of (vertices, 3)");
    std::vector<dvec3> points;
    for (std::size_t i = 0; i < count; ++i)
      points.emplace_back(value[3 * i], value[3 * i + 1], value[3 * i + 2]);
    to.add_points(std::move(points), -1);
  } else {
    if (shape.size() < 2 || shape.size() > 3 || (width != 16 && width != 12)) {
      to.refuse(what + " is an array of (joints, 4, 4), (joints, 3, 4) or (joints, 16)");
    }
    if (shape.size() == 3) to.check_shape(shape[1], shape[2], what);
    std::vector<dmat4> list;
    for (std::size_t j = 0; j < count; ++j) {
      list.push_back(to.matrix(value.subspan(j * width, width), what + " " + std::to_string(j)));
    }
    to.add_list(*as, list);
  }
}

void read_obj_points(const fs::path& file, NumbersBuilder& to) {
  std::ifstream in(file, std::ios::binary);
  if (!in) to.refuse("it cannot be read");
  std::vector<dvec3> points;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.starts_with("v ") && !line.starts_with("v\t")) continue;
    dvec3 p;
    const char* at = line.data() + 1;
    const char* end = line.data() + line.size();
    for (int c = 0; c < 3; ++c) {
      while (at < end && (*at == ' ' || *at == '\t' || *at == '+')) ++at;
      const auto read = std::from_chars(at, end, p[c]);
      if (read.ec != std::errc{})
        to.refuse("line " + std::to_string(number) + " has no three numbers behind its v");
      at = read.ptr;
    }
    points.push_back(p);
  }
  to.add_points(std::move(points), -1);
}

void read_one(const Scene& scene, const fs::path& file, const NumbersFormat& format,
              std::optional<RigQuantity> as, GivenNumbers& out) {
  const std::string source = clean_text(file.filename().string());
  const std::string subject = "The numbers in " + quoted_path(file);
  NumbersBuilder to(scene, subject, source, format.column_major);
  if (!as) as = quantity_named(file.stem().string());
  const std::string ending = lower_ending(file);
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) to.refuse("it is no file");
  if (fs::file_size(file, problem) > kLargestNumbers || problem) {
    to.refuse("it is larger than " + std::to_string(kLargestNumbers >> 20) +
              " MiB, the most that is read");
  }
  if (ending == ".json") {
    read_numbers_json(file, subject, as, to);
  } else if (ending == ".npy") {
    read_npy_numbers(file, subject, as, to);
  } else if (ending == ".obj") {
    read_obj_points(file, to);
  } else if (ending == ".csv" || ending == ".txt") {
    read_numbers_csv(file, subject, as, to);
  } else {
    to.refuse("it is none of .json, .csv, .txt, .npy and .obj");
  }
  to.give(out);
}

}  // namespace

GivenNumbers read_numbers(const Scene& scene, const fs::path& file, const NumbersFormat& format) {
  const std::string subject = "The numbers in " + quoted_path(file);
  std::optional<RigQuantity> as;
  if (!format.as.empty()) {
    as = quantity_named(format.as);
    if (!as) refuse_json(subject, "\"" + format.as + "\" is none of " + quantity_keys());
  }
  std::error_code problem;
  if (!fs::exists(file, problem)) refuse_json(subject, "there is no such file");
  GivenNumbers out;
  if (!fs::is_directory(file, problem)) {
    read_one(scene, file, format, as, out);
  } else {
    std::vector<fs::path> files;
    for (fs::directory_iterator at(file, problem), end; !problem && at != end;
         at.increment(problem)) {
      const std::string stem = at->path().stem().string();
      if (is_numbers_file(at->path()) && (stem == "tables" || quantity_named(stem)))
        files.push_back(at->path());
    }
    std::ranges::sort(files);
    for (const fs::path& f : files) read_one(scene, f, format, {}, out);
    if (files.empty()) refuse_json(subject, "no file in the folder is called " + quantity_keys());
    ask_for_left_out(scene, file, out);
  }
  if (out.empty()) {
    std::string why = out.notes.empty()
                          ? "there is nothing in it to compare; that would be " + quantity_keys()
                          : "nothing in it belongs to the model: " + out.notes[0];
    if (why.ends_with('.')) why.pop_back();  // a note is a sentence, and this goes on to be one
    refuse_json(subject, why);
  }
  return out;
}

fs::path pose_of_numbers(const fs::path& file) {
  std::error_code problem;
  const fs::path folder = fs::is_directory(file, problem) ? file : file.parent_path();
  const fs::path pose = folder / "pose.json";
  const bool tables = fs::is_regular_file(folder / "slots.csv", problem) || folder == file;
  return tables && fs::is_regular_file(pose, problem) ? pose : fs::path();
}

}  // namespace bindpose
