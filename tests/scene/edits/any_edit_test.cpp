// An Edit is a value, whichever kind it is.
#include <gtest/gtest.h>

#include <utility>
#include <variant>

#include "scene/edit/edit_value.h"

namespace bindpose::tests::any_edit_test {
namespace {

TEST(AnyEdit, IsTheKindThatItWasMadeOfAndNoOther) {
  const Edit edit = SetMorph{3, 0.5f};
  EXPECT_TRUE(edit.is<SetMorph>());
  EXPECT_FALSE(edit.is<ResetMorph>());
  ASSERT_NE(edit.as<SetMorph>(), nullptr);
  EXPECT_EQ(edit.as<SetMorph>()->channel, 3);
  EXPECT_EQ(edit.get<SetMorph>().weight, 0.5f);
  EXPECT_EQ(edit.as<ResetMorph>(), nullptr);
  EXPECT_THROW(edit.get<ResetMorph>(), std::bad_variant_access);
  EXPECT_TRUE(Edit().is<SetUserLocal>());
  EXPECT_TRUE(Edit(RebindJoints{}).is<RebindJoints>()) << "the last of them";
  EXPECT_EQ(Edit(RebindJoints{}).index() + 1, AllEdits::count);
}

TEST(AnyEdit, ACopyIsItsOwn) {
  Edit edit = SetPose{{mat4(2.0f)}, {}};
  Edit copy = edit;
  copy.get<SetPose>().user_local[0] = mat4(3.0f);
  EXPECT_EQ(edit.get<SetPose>().user_local[0], mat4(2.0f));
  edit = copy;
  EXPECT_EQ(edit.get<SetPose>().user_local[0], mat4(3.0f));
  const Edit moved = std::move(copy);
  EXPECT_EQ(moved.get<SetPose>().user_local[0], mat4(3.0f));
  copy = ResetAll{};  // what was moved from can be assigned to
  EXPECT_TRUE(copy.is<ResetAll>());
  const Edit& self = edit;
  edit = self;
  EXPECT_EQ(edit.get<SetPose>().user_local.size(), 1u);
}

TEST(AnyEdit, VisitsTheKindThatItIs) {
  const Edit edit = SetTime{2.5};
  const bool time =
      visit([](const auto& e) { return std::is_same_v<std::decay_t<decltype(e)>, SetTime>; }, edit);
  EXPECT_TRUE(time);
}

}  // namespace
}  // namespace bindpose::tests::any_edit_test
