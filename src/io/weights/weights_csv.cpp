// Weights as lines of comma-separated values: RFC 4180, columns by their names in the first line.
#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>

#include "io/text/clean_text.h"
#include "io/text/csv_reader.h"
#include "io/text/pose_json.h"
#include "io/weights/weight_table.h"

namespace bindpose {
namespace {

enum Column { kMesh, kIndex, kVertex, kJoint, kWeight, kSum, kColumns };
constexpr std::array<const char*, kColumns> kColumnName = {"mesh",  "index",  "vertex",
                                                           "joint", "weight", "sum"};

template <typename T>
std::optional<T> field_number(const std::string& text) {
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace

std::vector<MeshWeights> read_weights_csv(const Scene& scene, const std::filesystem::path& file,
                                          std::vector<std::string>* notes) {
  const std::string subject = "The weights file " + file.string();
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) {
    throw std::runtime_error(subject + " cannot be read.");
  }
  CsvReader reader(in, subject);
  std::vector<std::string> field;
  if (!reader.next(field)) refuse_json(subject, "it is empty");
  std::array<std::size_t, kColumns> at;
  for (std::size_t c = 0; c < kColumns; ++c) {
    at[c] = static_cast<std::size_t>(std::ranges::find(field, kColumnName[c]) - field.begin());
    const bool needed = c != kIndex && c != kSum;
    if (needed && at[c] == field.size()) {
      reader.refuse(std::string("names no column \"") + kColumnName[c] + "\"");
    }
  }
  const std::size_t columns = field.size();
  WeightTable table(scene, subject);
  while (reader.next(field)) {
    if (field.size() != columns) {
      reader.refuse("has " + std::to_string(field.size()) + " fields, the first one " +
                    std::to_string(columns));
    }
    std::optional<std::size_t> index;
    if (at[kIndex] < columns) index = field_number<std::size_t>(field[at[kIndex]]);
    // A mesh of which no vertex has weights.
    const auto is_empty = [&](std::size_t column) { return field[at[column]].empty(); };
    if (is_empty(kVertex) && is_empty(kJoint) && is_empty(kWeight)) {
      table.mesh(field[at[kMesh]], index);
      continue;
    }
    const auto vertex = field_number<std::size_t>(field[at[kVertex]]);
    const auto weight = field_number<double>(field[at[kWeight]]);
    if (!vertex || !weight) reader.refuse("has no number where its vertex or weight belongs");
    const int mesh = table.mesh(field[at[kMesh]], index);
    if (!table.add(mesh, *vertex, table.joint(field[at[kJoint]]), *weight)) {
      reader.refuse("has joint \"" + clean_text(field[at[kJoint]]) + "\" of vertex " +
                    std::to_string(*vertex) + " of mesh \"" + clean_text(field[at[kMesh]]) +
                    "\" a second time");
    }
    if (at[kSum] < columns && !field[at[kSum]].empty()) {
      const auto sum = field_number<double>(field[at[kSum]]);
      if (!sum) reader.refuse("has no number where its sum belongs");
      if (*sum != 1.0) table.set_sum(mesh, *vertex, *sum);
    }
  }
  if (notes != nullptr) *notes = table.unnamed();
  return table.take();
}

}  // namespace bindpose
