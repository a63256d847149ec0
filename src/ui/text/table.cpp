#include "ui/text/table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr float kLeastType = 0.65f;  // of the text around the table
constexpr float kTableColumnGap = 14.0f, kTableRowGap = 5.0f;

struct TableColumns {
  std::vector<float> natural, least;

  float sum(const std::vector<float>& of) const {
    return std::accumulate(of.begin(), of.end(), 0.0f);
  }
};

WordStyle style_of(const LessonBlock& table, std::size_t row, std::size_t column, float size) {
  WordStyle style = reading_style();
  style.size = size;
  style.bold = row == 0;
  style.align = column < table.align.size() ? table.align[column] : LessonAlign::Left;
  return style;
}

using Cells = std::vector<std::vector<std::vector<Word>>>;  // by row and column

Cells cells_of(const Frame& f, const LessonBlock& table, std::span<const FigureText> figures,
               float size) {
  Cells cells;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    cells.emplace_back();
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      cells.back().push_back(words_of(f, table.rows[r][c], style_of(table, r, c, size), figures));
    }
  }
  return cells;
}

TableColumns measure(const LessonBlock& table, const Cells& cells, float size) {
  const std::size_t count = table.align.size();
  TableColumns columns{std::vector<float>(count), std::vector<float>(count)};
  for (std::size_t r = 0; r < cells.size(); ++r) {
    for (std::size_t c = 0; c < cells[r].size() && c < count; ++c) {
      const float natural = natural_width(cells[r][c], style_of(table, r, c, size));
      columns.natural[c] = std::max(columns.natural[c], std::ceil(natural));
      columns.least[c] = std::max(columns.least[c], std::ceil(least_width(cells[r][c])));
    }
  }
  return columns;
}

// As wide as the words; where there is less room, what is over the least is shared out.
std::vector<float> widths_for(const TableColumns& columns, float room) {
  const float natural = columns.sum(columns.natural), least = columns.sum(columns.least);
  if (natural <= room) return columns.natural;
  const float part = natural > least ? std::max(0.0f, (room - least) / (natural - least)) : 0.0f;
  std::vector<float> width;
  for (std::size_t c = 0; c < columns.least.size(); ++c) {
    width.push_back(columns.least[c] + part * (columns.natural[c] - columns.least[c]));
  }
  return width;
}

}  // namespace

float draw_table(const Frame& f, ImDrawList* list, vec2 at, float width, const LessonBlock& table,
                 std::span<const FigureText> figures, std::vector<TextSpot>* spots) {
  if (table.align.empty()) return 0.0f;
  const float gap = f.px(kTableColumnGap), row_gap = f.px(kTableRowGap);
  const float room = width - gap * static_cast<float>(table.align.size() - 1);
  float size = reading_style().size;
  Cells cells = cells_of(f, table, figures, size);
  TableColumns columns = measure(table, cells, size);
  if (columns.sum(columns.least) > room) {
    size *= std::max(kLeastType, room / columns.sum(columns.least));
    cells = cells_of(f, table, figures, size);
    columns = measure(table, cells, size);
  }
  const std::vector<float> widths = widths_for(columns, room);
  const float whole = columns.sum(widths) + gap * static_cast<float>(widths.size() - 1);
  float y = 0.0f;
  for (std::size_t r = 0; r < cells.size(); ++r) {
    if (r > 0 && list != nullptr) {
      list->AddLine(ImVec2(at.x, std::floor(at.y + y)), ImVec2(at.x + whole, std::floor(at.y + y)),
                    to_u32(f.colors.text, r == 1 ? 0.55f : 0.16f), std::max(1.0f, f.px(1)));
    }
    if (r > 0) y += row_gap;
    float x = 0.0f, height = 0.0f;
    for (std::size_t c = 0; c < cells[r].size(); ++c) {
      const float h = draw_words(f, list, {at.x + x, at.y + y}, widths[c], cells[r][c],
                                 style_of(table, r, c, size), spots);
      height = std::max(height, h);
      x += widths[c] + gap;
    }
    y += height + row_gap;
  }
  return y;
}

}  // namespace bindpose::ui
