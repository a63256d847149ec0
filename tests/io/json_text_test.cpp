#include "io/text/json_text.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "thread_time.h"

namespace bindpose::json_text_test {
namespace {

using nlohmann::ordered_json;

ordered_json numbers(int n) {
  ordered_json list = ordered_json::array();
  for (int i = 0; i < n; ++i) list.push_back(i);
  return list;
}

TEST(PrettyJson, ListsOfNumbersStayOnOneLine) {
  EXPECT_EQ(pretty(ordered_json{
                {"a", {1, 2.5, nullptr, true}}, {"b", {"x,y", "z"}}, {"c", ordered_json::array()}}),
            "{\n  \"a\": [1, 2.5, null, true],\n  \"b\": [\n    \"x,y\",\n    \"z\"\n  ],\n  "
            "\"c\": []\n}\n");
  EXPECT_EQ(pretty("one,two"), "\"one,two\"\n") << "a text's own commas";
}

// Each space was put into the text of the whole list.
TEST(PrettyJson, OfAListEightTimesAsLongTakesNotMuchMoreThanEightTimesAsLong) {
  const ordered_json list = numbers(25'000), longer = numbers(200'000);
  double once = 0.0, more = 0.0;
  for (int i = 0; i < 3; ++i) {
    double start = thread_seconds();
    EXPECT_FALSE(pretty(list).empty());
    once = i == 0 ? thread_seconds() - start : std::min(once, thread_seconds() - start);
    start = thread_seconds();
    EXPECT_EQ(pretty(longer).size(), 1'488'891u);
    more = i == 0 ? thread_seconds() - start : std::min(more, thread_seconds() - start);
  }
  EXPECT_LT(more, 24.0 * once);
}

}  // namespace
}  // namespace bindpose::json_text_test
