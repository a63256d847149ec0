#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "io/numbers/numbers_json.h"
#include "io/text/csv_reader.h"
#include "io/text/pose_json.h"

namespace bindpose {

namespace {

using Fields = std::vector<std::string>;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  return text;
}

std::optional<double> number_in(const std::string& field) {
  const std::string_view text = trimmed(field);
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

class CsvNumbers {
 public:
  CsvNumbers(std::istream& in, const std::string& subject, RigQuantity quantity, NumbersBuilder& to)
      : reader_(in, subject), quantity_(quantity), to_(to) {}

  void read() {
    for (Fields field; next(field);) {
      if (!begun_ && is_header(field)) {
        begin(field);
      } else {
        begun_ = true;
        line(field);
      }
    }
    finish();
  }

 private:
  // What NumPy's savetxt writes has no commas.
  bool next(Fields& field) {
    do {
      if (!reader_.next(field)) return false;
    } while (field[0].starts_with("#"));
    if (field.size() != 1 || field[0].find_first_of(" \t;") == std::string::npos) return true;
    const std::string whole = field[0];
    field.clear();
    for (std::size_t at = 0; at < whole.size();) {
      const std::size_t begin = whole.find_first_not_of(" \t;", at);
      if (begin == std::string::npos) break;
      at = std::min(whole.find_first_of(" \t;", begin), whole.size());
      field.push_back(whole.substr(begin, at - begin));
    }
    return true;
  }

  bool is_header(const Fields& field) const {
    if (quantity_ == RigQuantity::Parent && std::ranges::find(field, "parent") == field.end())
      return false;
    return std::ranges::none_of(field,
                                [](const std::string& f) { return number_in(f).has_value(); });
  }

  void begin(const Fields& field) {
    begun_ = true;
    for (std::size_t c = 0; c < field.size(); ++c) {
      if (field[c] == "joint" || field[c] == "name") joint_column_ = c;
      if (field[c] == "mesh") mesh_column_ = c;
      if (field[c] == "index" || field[c] == "vertex" || field[c] == "slot") index_column_ = c;
      if (field[c] == "parent" && quantity_ == RigQuantity::Parent) parent_column_ = c;
    }
    columns_ = field.size();
  }

  // "0,5;1,25": what a program writes where the comma is the decimal one.
  static bool has_decimal_commas(const Fields& field) {
    return std::ranges::any_of(field, [](const std::string& f) {
      const std::size_t at = f.find(';');
      return at != std::string::npos && number_in(f.substr(0, at)) &&
             (number_in(f.substr(at + 1)) || f.find(';', at + 1) != std::string::npos);
    });
  }

  void line(const Fields& field) {
    if (has_decimal_commas(field)) {
      reader_.refuse(
          "has ; between its numbers and a comma in them; write a decimal point (0.5, not 0,5)");
    }
    if (columns_ && field.size() != *columns_) {
      reader_.refuse("has " + std::to_string(field.size()) + " fields, the first one " +
                     std::to_string(*columns_));
    }
    // Without a header a name may stand in front.
    if (!columns_ && !joint_column_ && !field.empty() && !number_in(field[0])) joint_column_ = 0;
    if (quantity_ == RigQuantity::Parent) return parent(field);
    std::vector<double> numbers;
    for (std::size_t c = 0; c < field.size(); ++c) {
      if (c == joint_column_ || c == mesh_column_ || c == index_column_) continue;
      const auto n = number_in(field[c]);
      if (!n) reader_.refuse("has \"" + field[c].substr(0, 40) + "\" where a number belongs");
      numbers.push_back(*n);
    }
    if (quantity_ == RigQuantity::Posed) {
      take_index(field);
      return point(numbers);
    }
    if (numbers.size() == 4 && !joint_column_) {  // a row of a matrix
      rows_.insert(rows_.end(), numbers.begin(), numbers.end());
      if (rows_.size() < 16) return;
      numbers = std::move(rows_);
      rows_.clear();
    }
    const std::string whose = "line " + std::to_string(reader_.line());
    if (!joint_column_) {
      take_index(field);
      list_.push_back(to_.matrix(numbers, whose));
      return;
    }
    const int joint = to_.joint(field[*joint_column_]);
    const int mesh = mesh_column_ ? to_.mesh(field[*mesh_column_], std::size_t(-1)) : -1;
    if (joint >= 0) to_.add(quantity_, {joint, to_.slot(mesh, joint), to_.matrix(numbers, whose)});
  }

  // Where the line belongs, if it says so.
  void take_index(const Fields& field) {
    if (!index_column_) return;
    const auto n = number_in(field[*index_column_]);
    if (!n || *n < 0.0 || *n > 1e9 || *n != std::floor(*n)) {
      reader_.refuse("has \"" + field[*index_column_].substr(0, 40) +
                     "\" where its number belongs");
    }
    index_.push_back(static_cast<std::size_t>(*n));
  }
  template <typename T>
  void put_in_order(std::vector<T>& list) {
    if (index_.empty()) return;
    std::vector<T> sorted(list.size());
    std::vector<bool> taken(list.size(), false);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (index_[i] >= list.size() || taken[index_[i]]) {
        to_.refuse("its lines are not numbered from 0 on, each once: " + std::to_string(index_[i]));
      }
      taken[index_[i]] = true;
      sorted[index_[i]] = list[i];
    }
    list = std::move(sorted);
  }

  void parent(const Fields& field) {
    const std::size_t at = parent_column_.value_or(field.size() - 1);
    const std::string& text = field[at];
    const auto n = number_in(text);
    const bool none = text.empty() || text == "none";
    const int parent = none                                        ? -1
                       : n && find_joint(to_.skeleton(), text) < 0 ? to_.parent_at(*n)
                                                                   : to_.parent_named(text);
    if (joint_column_ && *joint_column_ != at) {
      to_.add_parent(to_.joint(field[*joint_column_]), parent);
    } else {
      to_.add_parent(to_.joint_at(parents_), parent);
    }
    ++parents_;
  }

  void point(const std::vector<double>& numbers) {
    if (numbers.size() != 3) {
      reader_.refuse("has " + std::to_string(numbers.size()) + " numbers, and a vertex has three");
    }
    points_.emplace_back(numbers[0], numbers[1], numbers[2]);
  }

  void finish() {
    if (!rows_.empty()) to_.refuse("its last matrix has fewer than four rows");
    if (quantity_ == RigQuantity::Posed) {
      put_in_order(points_);
      to_.add_points(std::move(points_), -1);
    } else if (!list_.empty()) {
      put_in_order(list_);
      to_.add_list(quantity_, list_);
    }
  }

  CsvReader reader_;
  RigQuantity quantity_;
  NumbersBuilder& to_;
  bool begun_ = false;
  std::optional<std::size_t> columns_, joint_column_, mesh_column_, parent_column_, index_column_;
  std::size_t parents_ = 0;
  std::vector<double> rows_;
  std::vector<std::size_t> index_;
  std::vector<dmat4> list_;
  std::vector<dvec3> points_;
};

}  // namespace

void read_numbers_csv(const std::filesystem::path& file, const std::string& subject,
                      std::optional<RigQuantity> as, NumbersBuilder& to) {
  if (!as)
    to.refuse("nothing says what it has; call it by that (W.csv), or use --as with " +
              quantity_keys());
  std::ifstream in(file, std::ios::binary);
  std::error_code problem;
  if (!in || std::filesystem::is_directory(file, problem)) to.refuse("it cannot be read");
  CsvNumbers(in, subject, *as, to).read();
}

}  // namespace bindpose
