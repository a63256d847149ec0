#include "ui/formula/formula_nodes.h"
#include "ui/formula/letters.h"
#include "ui/formula/symbol_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace bindpose::ui {

namespace {

bool is_zero(const std::string& cell) {
  return cell.find_first_of("123456789n") == std::string::npos;
}

// Of all cells, at most; -1 where even whole numbers are too wide.
int decimals_that_fit(const mat4& m, const MatrixRoom& room, const Measure& measure) {
  // Brackets and gaps between columns, as ui/formula/typeset.cpp has them.
  const float cells = room.room - (2.0f * 0.46f + 3.0f * 0.85f) * room.size;
  for (int decimals = room.decimals; decimals >= 0; --decimals) {
    float total = 0.0f;
    for (int c = 0; c < 4; ++c) {
      float widest = 0.0f;
      for (int r = 0; r < 4; ++r) {
        widest =
            std::max(widest, measure(cell_text(m[c][r], decimals), Face::Number, room.size).width);
      }
      total += widest;
    }
    if (total <= cells) return decimals;
  }
  return -1;
}

}  // namespace

Node symbol_node(Symbol symbol, const FormulaInks& inks) {
  return pointable(info_of(symbol).letters(inks), symbol_id(symbol));
}

Node world_formula(const FormulaInks& inks, bool has_parent) {
  std::vector<Node> parts{symbol_node(Symbol::World, inks), equals(inks)};
  if (has_parent) {
    parts.push_back(symbol_node(Symbol::ParentWorld, inks));
    parts.push_back(thin());
  }
  parts.push_back(symbol_node(Symbol::BaseLocal, inks));
  parts.push_back(thin());
  parts.push_back(symbol_node(Symbol::UserLocal, inks));
  return row(std::move(parts));
}

Node increment_formula(const FormulaInks& inks, bool has_parent) {
  std::vector<Node> parts{symbol_node(Symbol::World, inks), equals(inks),
                          symbol_node(Symbol::WorldIncrement, inks), thin()};
  if (has_parent) {
    parts.push_back(symbol_node(Symbol::ParentWorld, inks));
    parts.push_back(thin());
  }
  parts.push_back(symbol_node(Symbol::BaseLocal, inks));
  return row(std::move(parts));
}

Node increment_by_local(const FormulaInks& inks, bool has_parent) {
  const auto frame = [&] {
    std::vector<Node> parts;
    if (has_parent) {
      parts.push_back(symbol_node(Symbol::ParentWorld, inks));
      parts.push_back(thin());
    }
    parts.push_back(symbol_node(Symbol::BaseLocal, inks));
    return row(std::move(parts));
  };
  const Node inverse = script(upright(")", inks.plain), row({}),
                              row({upright(kMinus, inks.plain), upright("1", inks.plain)}));
  return row({symbol_node(Symbol::WorldIncrement, inks), equals(inks), upright("(", inks.plain),
              frame(), upright(")", inks.plain), thin(), symbol_node(Symbol::UserLocal, inks),
              thin(), upright("(", inks.plain), frame(), inverse});
}

Node chain_formula(const FormulaInks& inks, const std::vector<Ink>& joints) {
  constexpr std::size_t kShown = 2;  // at either end
  std::vector<Node> parts{symbol_node(Symbol::World, inks), equals(inks)};
  const std::size_t n = joints.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (n > 2 * kShown + 1 && k == kShown) {
      parts.push_back(upright("\xC2\xB7 \xC2\xB7 \xC2\xB7", inks.dim));
      parts.push_back(thin());
      k = n - kShown;
    }
    parts.push_back(pointable(step_formula(std::to_string(k + 1), joints[k]),
                              symbol_id(Symbol::Step, static_cast<int>(k))));
    if (k + 1 < n) parts.push_back(space(0.28f));
  }
  return row(std::move(parts));
}

Node step_formula(const std::string& index, const Ink& ink) {
  return row({script(upright("L", ink), text(index, Face::Upright, ink)), space(0.06f),
              user_local(index.c_str(), Face::Upright, ink)});
}

Node step_world(const std::string& index, const Ink& ink) {
  return script(upright("W", ink), text(index, Face::Upright, ink));
}

Node skin_formula(const FormulaInks& inks) {
  return row({symbol_node(Symbol::Skin, inks), equals(inks), symbol_node(Symbol::SkinWorld, inks),
              thin(), symbol_node(Symbol::InverseBind, inks)});
}

Node rigid_rotation_formula(const FormulaInks& inks, bool has_parent) {
  std::vector<Node> parts{symbol_node(Symbol::BoneRotation, inks), equals(inks)};
  if (has_parent) {
    parts.push_back(symbol_node(Symbol::ParentRotation, inks));
    parts.push_back(thin());
  }
  parts.push_back(symbol_node(Symbol::Relative, inks));
  return row(std::move(parts));
}

Node rigid_shift_formula(const FormulaInks& inks, bool has_parent) {
  std::vector<Node> parts{symbol_node(Symbol::BoneShift, inks), equals(inks)};
  if (has_parent) {
    parts.push_back(symbol_node(Symbol::ParentShift, inks));
    parts.push_back(operation("+", inks.dim));
    parts.push_back(symbol_node(Symbol::ParentRotation, inks));
    parts.push_back(thin());
  }
  parts.push_back(symbol_node(Symbol::Center, inks));
  parts.push_back(operation(kMinus, inks.dim));
  parts.push_back(symbol_node(Symbol::BoneRotation, inks));
  parts.push_back(thin());
  parts.push_back(symbol_node(Symbol::Center, inks));
  return row(std::move(parts));
}

std::string cell_text(float x, int decimals) {
  char digits[64];
  if (decimals < 0) {
    std::snprintf(digits, sizeof digits, "%.2g", static_cast<double>(x));
  } else {
    std::snprintf(digits, sizeof digits, "%.*f", decimals, static_cast<double>(x));
  }
  const std::string s(digits);
  return s[0] == '-' && is_zero(s) ? s.substr(1) : s;
}

Node matrix_node(const mat4& m, const FormulaInks& inks, const Ink& brackets,
                 const MatrixRoom& room, const Measure& measure) {
  const int decimals = decimals_that_fit(m, room, measure);
  std::vector<Node> cells;
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      const std::string cell = cell_text(m[c][r], r == 3 ? 0 : decimals);
      // The last row says nothing: it is that of every affine matrix.
      const bool quiet = is_zero(cell) || (r == 3 && m[c][r] == 1.0f);
      cells.push_back(text(cell, Face::Number, quiet ? inks.dim : inks.plain));
    }
  }
  return matrix(std::move(cells), 4, brackets);
}

}  // namespace bindpose::ui
