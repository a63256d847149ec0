// Letters of one formula on their way to the next.
#include "ui/formula/large/formula_morph.h"

#include <gtest/gtest.h>

namespace bindpose::ui {
namespace {

Run run_at(vec2 at, const char* letters, Face face = Face::Upright) {
  Run run;
  run.at = at;
  run.text = letters;
  run.face = face;
  run.size = 20.0f;
  return run;
}

FormulaShapes shapes(std::vector<Run> runs, Rect card = {{0, 0}, {100, 50}}) {
  FormulaShapes out;
  out.runs = std::move(runs);
  out.card = card;
  return out;
}

TEST(FormulaMorph, LettersGoToTheNearestAlikeEachOnce) {
  const FormulaShapes from = shapes({run_at({10, 20}, "T"), run_at({40, 20}, "W"),
                                     run_at({60, 20}, "B"), run_at({80, 20}, "W", Face::Italic)});
  const FormulaShapes to = shapes(
      {run_at({75, 20}, "W"), run_at({45, 20}, "W"), run_at({10, 20}, "L"), run_at({90, 20}, "B")});
  EXPECT_EQ(morph_partners(from, to), (std::vector<int>{-1, 1, -1, 2}));
}

TEST(FormulaMorph, PlacesCountInTheirCards) {
  // The second card is twice as wide: 80 stands in it where 40 stood, and not where 90 did.
  const FormulaShapes from =
      shapes({run_at({90, 20}, "j"), run_at({40, 20}, "j")}, {{0, 0}, {100, 50}});
  const FormulaShapes to = shapes({run_at({80, 20}, "j")}, {{0, 0}, {200, 50}});
  EXPECT_EQ(morph_partners(from, to), (std::vector<int>{1}));
}

TEST(FormulaMorph, NumbersGoToNumbersWhereThereAreAsMany) {
  const FormulaShapes from =
      shapes({run_at({0, 0}, "0.93", Face::Number), run_at({20, 0}, "1", Face::Number)});
  const FormulaShapes same =
      shapes({run_at({0, 0}, "0.50", Face::Number), run_at({20, 0}, "0", Face::Number)});
  EXPECT_EQ(morph_partners(from, same), (std::vector<int>{0, 1}));
  const FormulaShapes fewer = shapes({run_at({0, 0}, "0.93", Face::Number)});
  EXPECT_EQ(morph_partners(from, fewer), (std::vector<int>{-1}));
}

TEST(FormulaMorph, BeginsWhereItWasWantedAndEndsInTime) {
  FormulaMorph morph;
  const FormulaShapes one = shapes({run_at({0, 0}, "T")}),
                      two = shapes({run_at({50, 0}, "T")}, {{0, 0}, {200, 50}});
  follow_morph(morph, one, 0.1);
  EXPECT_FALSE(morph.on());
  follow_morph(morph, two, 0.1);
  EXPECT_FALSE(morph.on()) << "nobody wanted it";
  follow_morph(morph, one, 0.1);
  morph.wanted = true;
  follow_morph(morph, two, 0.1);
  ASSERT_TRUE(morph.on());
  EXPECT_EQ(morph.part(), 0.0f);
  EXPECT_EQ(morph.from.runs[0].at, vec2(0.0f));
  EXPECT_EQ(morph_card(morph.from, morph.shown, 0.0f).hi.x, 100.0f);
  EXPECT_EQ(morph_card(morph.from, morph.shown, 0.5f).hi.x, 150.0f);
  EXPECT_EQ(morph_card(morph.from, morph.shown, 1.0f).hi.x, 200.0f);
  follow_morph(morph, two, 0.5 * kMorphSeconds);
  EXPECT_NEAR(morph.part(), 0.5f, 1e-6f);
  follow_morph(morph, two, 0.5 * kMorphSeconds);
  EXPECT_FALSE(morph.on());
  morph.wanted = true;
  follow_morph(morph, {}, 0.1);
  EXPECT_FALSE(morph.on()) << "there is no formula to become";
}

}  // namespace
}  // namespace bindpose::ui
