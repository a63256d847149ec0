// Somebody else's numbers, read and held against the pose that is shown, beside the window.
#pragma once

#include <cstdint>
#include <string>

#include "app/beside/latest.h"
#include "app/import/file_watch.h"
#include "scene/numbers/compare_numbers.h"

namespace bindpose::app {

class NumbersChecker {
 public:
  // `beside`: false: at once.
  explicit NumbersChecker(bool beside) : latest_(beside) {}

  // A file or a folder, as io/numbers/read_numbers.h takes them; what was open is no more.
  void open(const std::string& path);
  void close();
  bool on() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  // Matrices are stored by columns.
  bool column_major() const { return column_major_; }
  void set_column_major(bool by_columns);
  // The file was written again: it is read anew.
  bool poll_file();
  void read_again() { ++reading_; }

  struct Answer {
    NumbersVerdict verdict;
    std::string problem;  // one sentence; then there is no verdict
  };
  // Of the scene as it is posed, or what was known before that while it is computed; null: nothing
  // is known yet. Valid until the next call.
  const Answer* get(const Scene& scene, const PosedScene& posed);
  const Answer* known() const { return latest_.known(); }
  bool is_current() const { return latest_.is_current(); }
  bool busy() { return latest_.busy(); }

 private:
  struct Key {
    ModelId model;
    std::string path;
    std::uint64_t reading = 0, pose = 0, weights = 0;
    Deformer method = Deformer::File;
    WeightUse use = WeightUse::Normalised;
    bool column_major = false;
    bool operator==(const Key&) const = default;
  };
  std::string path_;
  bool column_major_ = false;
  std::uint64_t reading_ = 0;
  FileWatch watch_;
  Latest<Key, Answer> latest_;
};

}  // namespace bindpose::app
