// Layout of formulas without a window: widths come from a ruler, not from a font.
#include <gtest/gtest.h>

#include <algorithm>

#include "ui/formula/formula_nodes.h"
#include "ui/formula/typeset.h"

namespace bindpose::ui::testing::test_typeset {
namespace {

// Every letter is half as wide as the type is large.
const Measure kRuler = [](std::string_view letters, Face, float size) {
  return TextExtent{0.5f * size * static_cast<float>(letters.size()), 0.8f * size, 0.2f * size};
};
const Ink kInk{};

Node up(const char* letters) {
  return text(letters, Face::Upright, kInk);
}
const Run& run_of(const Typeset& t, const std::string& letters) {
  for (const Run& run : t.runs) {
    if (run.text == letters) return run;
  }
  ADD_FAILURE() << "no " << letters;
  return t.runs.front();
}

TEST(Typeset, ARowStandsOnOneBaseline) {
  const Typeset t = lay_out_formula(row({up("ab"), space(0.5f), up("c")}), 10.0f, kRuler);
  EXPECT_EQ(run_of(t, "ab").at, vec2(0.0f, 0.0f));
  EXPECT_EQ(run_of(t, "c").at, vec2(15.0f, 0.0f));
  EXPECT_FLOAT_EQ(t.width, 20.0f);
  EXPECT_FLOAT_EQ(t.ascent, 8.0f);
  EXPECT_FLOAT_EQ(t.descent, 2.0f);
}

TEST(Typeset, ScriptsAreSmallerOneAboveTheOther) {
  const Typeset t = lay_out_formula(script(up("B"), up("j"), up("-1")), 20.0f, kRuler);
  const auto &base = run_of(t, "B"), &below = run_of(t, "j"), &above = run_of(t, "-1");
  EXPECT_LT(below.size, base.size);
  EXPECT_EQ(below.size, above.size);
  EXPECT_GT(below.at.y, 0.0f);
  EXPECT_LT(above.at.y, 0.0f);
  EXPECT_EQ(below.at.x, above.at.x) << "both begin beside the letter";
  EXPECT_GE(below.at.x, 10.0f);
  EXPECT_FLOAT_EQ(t.width, above.at.x + 2 * 0.5f * above.size);
  EXPECT_GT(t.descent, 0.2f * 20.0f);
}

TEST(Typeset, ASumHasItsIndexInTheMiddleBelow) {
  const Typeset t = lay_out_formula(sum(up("j"), kInk), 20.0f, kRuler);
  ASSERT_EQ(t.strokes.size(), 1u);
  float left = 1e9f, right = -1e9f, bottom = -1e9f;
  for (const vec2& p : t.strokes[0].points) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    bottom = std::max(bottom, p.y);
  }
  const auto& index = run_of(t, "j");
  EXPECT_NEAR(index.at.x + 0.25f * index.size, 0.5f * (left + right), 0.5f);
  EXPECT_GT(index.at.y - 0.8f * index.size, bottom) << "no overlap with the sign";
  EXPECT_GE(t.descent, index.at.y);
}

TEST(Typeset, AFractionsPartsDoNotTouchTheBar) {
  const Typeset t = lay_out_formula(fraction(up("abc"), up("d"), kInk), 20.0f, kRuler);
  ASSERT_EQ(t.strokes.size(), 1u);
  const float bar = t.strokes[0].points[0].y;
  const auto &above = run_of(t, "abc"), &below = run_of(t, "d");
  EXPECT_LT(above.at.y + 0.2f * above.size, bar);
  EXPECT_GT(below.at.y - 0.8f * below.size, bar);
  EXPECT_NEAR(above.at.x + 0.75f * above.size, below.at.x + 0.25f * below.size, 1e-4f);
}

// For those who only ask how large a formula would be.
TEST(Typeset, TheExtentAloneIsThatOfTheFormula) {
  const Node matrix_of_four = matrix({up("1"), up("-20"), up("333"), up("4")}, 2, kInk);
  for (const Node& node :
       {row({up("ab"), space(0.5f), up("c")}), script(up("B"), up("j"), up("-1")),
        primed(up("v"), up("i")), sum(up("j"), kInk), fraction(up("abc"), up("d"), kInk),
        norm(up("x"), kInk), matrix_of_four,
        row({primed(up("v"), up("i")), sum(up("j"), kInk), pointable(matrix_of_four, 3),
             fraction(script(up("T"), up("j")), norm(up("w"), kInk), kInk)})}) {
    const Typeset whole = lay_out_formula(node, 17.0f, kRuler);
    const TextExtent alone = formula_extent(node, 17.0f, kRuler);
    EXPECT_EQ(alone.width, whole.width);
    EXPECT_EQ(alone.ascent, whole.ascent);
    EXPECT_EQ(alone.descent, whole.descent);
    EXPECT_GT(alone.width, 0.0f);
  }
}

TEST(Typeset, ColumnsOfAMatrixAreRightAligned) {
  const Typeset t =
      lay_out_formula(matrix({up("1"), up("-20"), up("333"), up("4")}, 2, kInk), 10.0f, kRuler);
  const auto right = [&](const char* cell) {
    const auto& r = run_of(t, cell);
    return r.at.x + 5.0f * static_cast<float>(r.text.size());
  };
  EXPECT_FLOAT_EQ(right("1"), right("333"));
  EXPECT_FLOAT_EQ(right("-20"), right("4"));
  EXPECT_GT(run_of(t, "-20").at.x, right("1")) << "columns keep apart";
  EXPECT_GT(run_of(t, "333").at.y, run_of(t, "1").at.y);
  ASSERT_EQ(t.strokes.size(), 2u);
  for (const Stroke& bracket : t.strokes) {
    for (const vec2& p : bracket.points) {
      EXPECT_GE(p.x, 0.0f);
      EXPECT_LE(p.x, t.width);
    }
  }
  EXPECT_LT(t.strokes[0].points[0].x, run_of(t, "333").at.x);
  EXPECT_GT(t.strokes[1].points[0].x, right("4"));
}

TEST(Typeset, NothingReachesBeyondItsBox) {
  FormulaInks inks;
  const Node formulas[] = {world_formula(inks, true),
                           skin_formula(inks),
                           rigid_shift_formula(inks, true),
                           chain_formula(inks, std::vector<Ink>(9)),
                           chain_formula(inks, std::vector<Ink>(3)),
                           world_formula(inks, false)};
  for (const Node& node : formulas) {
    const Typeset t = lay_out_formula(node, 20.0f, kRuler);
    EXPECT_FALSE(t.targets.empty());
    for (const auto& r : t.runs) {
      EXPECT_GE(r.at.x, 0.0f);
      EXPECT_LE(r.at.x + 0.5f * r.size * static_cast<float>(r.text.size()), t.width + 1e-3f);
      EXPECT_GE(r.at.y - 0.8f * r.size, -t.ascent - 1e-3f);
      EXPECT_LE(r.at.y + 0.2f * r.size, t.descent + 1e-3f);
    }
  }
}

TEST(Typeset, SymbolsOfARowDoNotOverlap) {
  const Typeset t = lay_out_formula(world_formula({}, true), 20.0f, kRuler);
  ASSERT_EQ(t.targets.size(), 4u);
  for (std::size_t i = 1; i < t.targets.size(); ++i) {
    EXPECT_GT(t.targets[i].lo.x, t.targets[i - 1].hi.x);
  }
  EXPECT_EQ(t.targets[0].symbol, symbol_id(Symbol::World));
  EXPECT_EQ(t.targets[1].symbol, symbol_id(Symbol::ParentWorld));
  EXPECT_EQ(t.targets[3].symbol, symbol_id(Symbol::UserLocal));
}

TEST(Typeset, ALongChainShowsItsEnds) {
  const Typeset t = lay_out_formula(chain_formula({}, std::vector<Ink>(12)), 20.0f, kRuler);
  std::vector<int> shown;
  for (const Target& target : t.targets) {
    if (symbol_of(target.symbol) == Symbol::Step) shown.push_back(index_of(target.symbol));
  }
  EXPECT_EQ(shown, (std::vector<int>{0, 1, 10, 11}));
}

TEST(Typeset, ShrinksToTheRoomItHas) {
  const Node node = rigid_shift_formula({}, true);
  const float wide = lay_out_formula(node, 20.0f, kRuler).width;
  EXPECT_FLOAT_EQ(fit_formula(node, 20.0f, 5.0f, wide + 1.0f, kRuler).width, wide);
  EXPECT_LE(fit_formula(node, 20.0f, 5.0f, 0.6f * wide, kRuler).width, 0.6f * wide);
  EXPECT_FLOAT_EQ(fit_formula(node, 20.0f, 15.0f, 1.0f, kRuler).width, 0.75f * wide);
}

TEST(Typeset, MatricesOfAnySizeFitThePanel) {
  const float largest[] = {0.5f, 12.25f, 12345.678f, 1e12f, 3e38f};
  for (const float x : largest) {
    const mat4 m(-x, x, 0, 0, x, x, -x, 0, 0, 0, -x, 0, -x, -x, x, 1);
    const Typeset t =
        fit_formula(matrix_node(m, {}, kInk, {13.0f, 290.0f}, kRuler), 13.0f, 8.0f, 290.0f, kRuler);
    EXPECT_LE(t.width, 290.0f) << x;
    EXPECT_EQ(t.runs.size(), 16u);
  }
}

TEST(Typeset, CellsHaveThreeDecimalsAndZerosAreQuiet) {
  EXPECT_EQ(cell_text(-0.0004f, 3), "0.000");
  EXPECT_EQ(cell_text(-1.0f, 3), "-1.000");
  const Ink loud{vec3(1.0f)}, quiet{vec3(0.5f)};
  FormulaInks inks;
  inks.plain = loud;
  inks.dim = quiet;
  const Typeset t =
      lay_out_formula(matrix_node(mat4(2.0f), inks, kInk, {13.0f, 400.0f}, kRuler), 13.0f, kRuler);
  EXPECT_EQ(run_of(t, "2.000").ink.color, loud.color);
  EXPECT_EQ(run_of(t, "0.000").ink.color, quiet.color);
}

}  // namespace
}  // namespace bindpose::ui::testing::test_typeset
