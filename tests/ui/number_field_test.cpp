// What a typed number may be: no widget is needed for it.
#include "ui/base/number_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bindpose::ui::testing::number_field_test {
namespace {

TEST(ExpressionValue, ComputesSumsProductsAndBrackets) {
  const std::pair<const char*, double> cases[] = {
      {"30", 30.0},    {" 30 ", 30.0},  {"-4.5", -4.5},        {"1e2", 100.0},   {".5", 0.5},
      {"90/4", 22.5},  {"30*2", 60.0},  {"1+2*3", 7.0},        {"(1+2)*3", 9.0}, {"-(1+2)*3", -9.0},
      {"10-2-3", 5.0}, {"16/4/2", 2.0}, {"2 * ( 3 + 4 )", 14}, {"+5", 5.0},      {"--5", 5.0},
      {"3*-2", -6.0},  {"((2))", 2.0},  {"1-(2-(3-4))", -2.0}};
  for (const auto& [text, value] : cases) {
    const auto found = expression_value(text, 7.0);
    ASSERT_TRUE(found) << text;
    EXPECT_DOUBLE_EQ(*found, value) << text;
  }
}

TEST(ExpressionValue, ALeadingFactorGoesOnFromWhatWasThere) {
  EXPECT_EQ(expression_value("*2", 7.0), 14.0);
  EXPECT_EQ(expression_value("/4", 7.0), 1.75);
  EXPECT_EQ(expression_value("*2+1", 7.0), 15.0);
  EXPECT_EQ(expression_value("-2", 7.0), -2.0) << "a sign is no difference";
  EXPECT_EQ(expression_value("2+*2", 7.0), std::nullopt) << "only at the start";
  EXPECT_EQ(expression_value("+=10", 7.0), 17.0);
  EXPECT_EQ(expression_value(" -= 2*3", 7.0), 1.0);
  EXPECT_EQ(expression_value("*=2+1", 7.0), 21.0);
  EXPECT_EQ(expression_value("/=2", 7.0), 3.5);
}

TEST(ExpressionValue, WhatIsNoExpressionIsRefused) {
  for (const char* text :
       {"",    " ", "apples", "5 apples", "5x",   "2+",   "2*", "(2",  "2)", "()",   "2 3",
        "1,5", "/", "*",      "-",        "1//2", "0x10", "+=", "+=x", "=3", "2+=3", "+=1+=1"}) {
    EXPECT_EQ(expression_value(text, 7.0), std::nullopt) << text;
  }
}

TEST(ExpressionValue, WhatIsNotFiniteIsRefused) {
  for (const char* text : {"1/0", "0/0", "1e308*10", "/=0", "nan", "inf", "1e999"}) {
    EXPECT_EQ(expression_value(text, 7.0), std::nullopt) << text;
  }
  EXPECT_EQ(expression_value("*2", std::numeric_limits<double>::infinity()), std::nullopt);
}

TEST(ExpressionValue, LengthsMayNameTheirUnit) {
  const std::pair<const char*, double> cases[] = {
      {"12 cm", 12.0},       {"12cm", 12.0},  {"0.3 m", 30.0},     {"5mm", 0.5},
      {"1 in", 2.54},        {"1ft", 30.48},  {"0.001 km", 100.0}, {"7", 7.0},
      {"1 m - 20 cm", 80.0}, {"3 cm*2", 6.0}, {"-2 in", -5.08},    {"(1 m)/4", 25.0}};
  for (const auto& [text, value] : cases) {
    const auto found = expression_value(text, 7.0, 0.01);
    ASSERT_TRUE(found) << text;
    EXPECT_NEAR(*found, value, 1e-9) << text;
  }
  for (const char* text : {"12 apples", "cm", "12 cm m", "12 c", "12 inch"}) {
    EXPECT_EQ(expression_value(text, 7.0, 0.01), std::nullopt) << text;
  }
  EXPECT_EQ(expression_value("12 cm", 7.0), std::nullopt) << "what is no length has none";
}

// Angles that rounding leaves a little below 0 were shown as "-0.00".
TEST(NumberField, NothingHasNoSign) {
  for (const float value : {-0.0f, -1e-7f, -0.004f}) {
    EXPECT_EQ(without_lone_sign(value, "%.2f"), 0.0f) << value;
    EXPECT_FALSE(std::signbit(without_lone_sign(value, "%.2f"))) << value;
  }
  for (const float value : {-0.006f, -10.0f, 1e-7f, 3.0f, -INFINITY}) {
    EXPECT_EQ(without_lone_sign(value, "%.2f"), value);
  }
  EXPECT_TRUE(std::isnan(without_lone_sign(-NAN, "%.2f")));
  EXPECT_EQ(without_lone_sign(-0.004f, "%.3f"), -0.004f);
}

// However deep the brackets are: an answer, no crash.
TEST(ExpressionValue, DeepBracketsEnd) {
  const std::string deep = std::string(200, '(') + "1" + std::string(200, ')');
  const auto found = expression_value(deep, 0.0);
  EXPECT_TRUE(!found || *found == 1.0);
}

}  // namespace
}  // namespace bindpose::ui::testing::number_field_test
