// Lists and sorts the lines of the weight table beside the window: a million take a moment.
#pragma once

#include <cstdint>
#include <vector>

#include "app/beside/latest.h"
#include "scene/table/weight_table.h"

namespace bindpose::app {

class TableMaker {
 public:
  // `beside`: false: at once.
  explicit TableMaker(bool beside) : latest_(beside) {}

  // The lines, or those of before the last edit while they are being listed; null: nothing is known
  // yet, or no model is open. Valid until the next call.
  const TableRows* get(const Scene& scene, const TableQuery& query);
  bool is_current() const { return latest_.is_current(); }
  bool busy() { return latest_.busy(); }

 private:
  struct Key {
    ModelId model;
    std::uint64_t weights = 0;
    TableQuery query;
    VertexGroup chosen;
    std::vector<std::uint8_t> hidden;
    bool operator==(const Key&) const = default;
  };
  Latest<Key, TableRows> latest_;
};

}  // namespace bindpose::app
