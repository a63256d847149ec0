// The timeline: frames and seconds, keys, what is played, a list of hundreds of clips.
#include <algorithm>
#include <cmath>

#include "math/transform.h"
#include "ui/harness.h"
#include "ui/timeline/clip_list.h"

namespace bindpose::ui::testing::timeline_widget_test {
namespace {

std::shared_ptr<Model> rig_with_clips(int more) {
  auto model = make_rig();
  JointTrack track;
  track.joint = 3;
  track.factors.resize(1);
  track.factors[0].fallback = decompose(model->skeleton.rest_local[3]);
  track.factors[0].rotation.time = {0.0, 0.5, 1.5};
  track.factors[0].rotation.value.assign(3, quat(1, 0, 0, 0));
  model->clips[0].tracks.push_back(track);
  for (int k = 0; k < more; ++k) {
    Clip clip;
    clip.name = (k % 2 == 0 ? "Attack_" : "Walk_") + std::to_string(k);
    clip.duration = 1.0;
    model->clips.push_back(clip);
  }
  return model;
}

class TimelineOfRigWidget : public WidgetTest {
 protected:
  explicit TimelineOfRigWidget(int more = 0) : WidgetTest(rig_with_clips(more)) {}

  void type(const char* text) {
    std::vector<InputEvent> events;
    for (; *text != '\0'; ++text) {
      InputEvent e;
      e.type = InputEvent::Char;
      e.codepoint = static_cast<unsigned char>(*text);
      events.push_back(e);
    }
    step(events);
    step();
  }
  bool shown(const std::string& name) const { return state_.rects.contains(name); }
  std::vector<std::string> numbers() {
    std::vector<std::pair<float, std::string>> found;
    for (const auto& [name, r] : state_.rects) {
      if (name.starts_with("tick:")) found.emplace_back(r.lo.x, name.substr(5));
    }
    std::ranges::sort(found);
    std::vector<std::string> out;
    for (auto& [x, text] : found) out.push_back(text);
    return out;
  }
};

class LongListWidget : public TimelineOfRigWidget {
 protected:
  LongListWidget() : TimelineOfRigWidget(300) {}
};

TEST_F(TimelineOfRigWidget, CountsFramesOrSecondsInOnesTwosAndFives) {
  ViewSettings view = scene().view;
  for (const vec2 size : {vec2(1600, 900), vec2(1024, 640), vec2(640, 480)}) {
    size_ = size;
    for (const TimeUnit unit : {TimeUnit::Frames, TimeUnit::Seconds}) {
      view.time_unit = unit;
      document_.apply({SetView{view}});
      step();
      step();
      const std::vector<std::string> text = numbers();
      ASSERT_GE(text.size(), 5u) << size.x;
      EXPECT_LE(text.size(), 40u);
      EXPECT_EQ(std::stod(text[0]), 0.0);
      const double distance = std::stod(text[1]);
      EXPECT_NEAR(std::stod(text.back()), distance * double(text.size() - 1), 1e-6);
      const double lead = distance / std::pow(10.0, std::floor(std::log10(distance) + 1e-9));
      EXPECT_TRUE(std::abs(lead - 1) < 1e-6 || std::abs(lead - 2) < 1e-6 ||
                  std::abs(lead - 5) < 1e-6)
          << distance;
      EXPECT_NEAR(std::stod(text.back()), unit == TimeUnit::Frames ? 60.0 : 2.0, distance);
    }
  }
}

TEST_F(TimelineOfRigWidget, KeysAreSteppedThroughAndSaidToBeTheLast) {
  press_key(Key::Period, {Key::LeftShift});
  EXPECT_DOUBLE_EQ(scene().pose.time, 0.5);
  press_key(Key::Period, {Key::LeftShift});
  EXPECT_DOUBLE_EQ(scene().pose.time, 1.5);
  press_key(Key::Period, {Key::LeftShift});
  EXPECT_DOUBLE_EQ(scene().pose.time, 1.5);
  EXPECT_EQ(state_.note.text, "There is no later key.");
  press_key(Key::Comma, {Key::LeftShift});
  EXPECT_DOUBLE_EQ(scene().pose.time, 0.5);
  EXPECT_TRUE(shown("keys3"));
  document_.apply({SetSelection{joint("spine")}});
  step();
  EXPECT_FALSE(shown("keys3")) << "the spine has none";
  press_key(Key::Period, {Key::LeftShift});
  EXPECT_EQ(state_.note.text, "What is selected has no keys in this clip.");
}

TEST_F(TimelineOfRigWidget, TheWheelZoomsAboutTheMouse) {
  const Rect ruler = state_.rects.at("scrubber");
  const auto at = [&](double part) {
    return vec2(glm::mix(ruler.lo.x, ruler.hi.x, float(part)), ruler.lo.y + 4.0f);
  };
  const auto wheel = [&](float notches) {
    InputEvent e;
    e.type = InputEvent::Wheel;
    e.y = notches;
    step({e});
    step();
  };
  const auto& seen = state_.of_model.timeline.seen;
  step({mouse_move(at(0.25).x, at(0.25).y)});
  wheel(3);
  ASSERT_TRUE(seen);
  // Of 2 seconds 0.8^3 are left, and the mouse is where it was: at 0.5 s.
  EXPECT_NEAR(seen->to - seen->from, 2.0 * 0.512, 1e-4);
  EXPECT_NEAR(seen->from + 0.25 * (seen->to - seen->from), 0.5, 1e-3);
  EXPECT_FALSE(shown("tick:60")) << "the end is out of sight";
  press_key(Key::Home);
  EXPECT_FALSE(seen) << "Home shows all";
  document_.apply({SetBasePose{BasePose::Clip, 0}});
  document_.apply({SetRange{TimeRange{0.5, 1.0}}});
  step();
  press_key(Key::F);
  ASSERT_TRUE(seen);
  EXPECT_NEAR(seen->from, 0.48, 1e-6);
  EXPECT_NEAR(seen->to, 1.02, 1e-6);
  wheel(-40);
  EXPECT_FALSE(seen) << "no farther than all of it";
}

TEST_F(TimelineOfRigWidget, AMomentCanBeTyped) {
  click("time");
  step();
  type("15/2");
  press_key(Key::Enter);
  EXPECT_NEAR(scene().pose.time, 7.5 / 30.0, 1e-6);
  EXPECT_EQ(scene().pose.base, BasePose::Clip);
}

TEST_F(TimelineOfRigWidget, TheRateIsThatOfTheList) {
  click("frame rate");
  step();
  click("rate:24");
  EXPECT_EQ(scene().pose.timeline.rate, 24.0);
  click("time unit:Seconds");
  EXPECT_EQ(scene().view.time_unit, TimeUnit::Seconds);
  click("rate:own");
  EXPECT_EQ(scene().pose.timeline.rate, 0.0);
}

TEST_F(TimelineOfRigWidget, EscapeTakesADraggedEndBack) {
  document_.apply({SetBasePose{BasePose::Clip, 0}});
  step();
  const vec2 p = rect("range from").center();
  step({mouse_move(p.x, p.y)});
  step({mouse_button(0, true)});
  step({mouse_move(p.x + 200.0f, p.y)});
  ASSERT_TRUE(scene().pose.timeline.range);
  EXPECT_GT(scene().pose.timeline.range->from, 0.1);
  press_key(Key::Escape);
  EXPECT_FALSE(scene().pose.timeline.range);
  step({mouse_move(p.x + 100.0f, p.y)});
  EXPECT_FALSE(scene().pose.timeline.range);
  step({mouse_button(0, false)});
  EXPECT_EQ(scene().pose.time, 0.0);
}

TEST_F(TimelineOfRigWidget, CurvesAreThoseOfTheSelectedJoint) {
  press_key(Key::C, {Key::LeftShift});
  ASSERT_EQ(scene().view.curves, CurveShow::Rotation);
  step();
  EXPECT_FALSE(shown("curves of 4")) << "nothing is selected";
  document_.apply({SetSelection{joint("arm.L")}});
  step();
  EXPECT_TRUE(shown("curves of 4"));
  // The lines do not move: w lies at 1, above the others at 0.
  const Rect r = rect("curves");
  const float top = r.hi.y - (0.5f + 0.5f / 1.18f) * r.size().y;
  step({mouse_move(r.center().x, top)});
  EXPECT_TRUE(shown("curve value"));
  step({mouse_move(r.center().x, r.center().y)});
  EXPECT_FALSE(shown("curve value")) << "none is near";
  click("curves:Translation");
  EXPECT_EQ(scene().view.curves, CurveShow::Translation);
  step();
  EXPECT_FALSE(shown("curves of 3")) << "the arm has no such keys";
}

TEST_F(TimelineOfRigWidget, CurvesLeaveTheViewItsShare) {
  state_.layout.curves_height = 5000.0f;
  ViewSettings view = scene().view;
  view.curves = CurveShow::Rotation;
  document_.apply({SetView{view}});
  for (const vec2 size : {vec2(1280, 720), vec2(640, 480)}) {
    size_ = size;
    step();
    step();
    EXPECT_GE(last_.view_size.y, 0.2f * size.y) << size.y;
    EXPECT_LE(rect("curves").hi.y, size.y);
  }
}

TEST_F(LongListWidget, IsFilteredAsIsTypedAndChosenByKeys) {
  click("clip");
  step();
  ASSERT_TRUE(shown("clip search"));
  int rows = 0;
  for (const auto& [name, r] : state_.rects) rows += name.starts_with("clip:") ? 1 : 0;
  EXPECT_LT(rows, 40) << "what is not seen is not drawn";
  type("walk 7");
  EXPECT_FALSE(shown("clip:wave"));
  EXPECT_TRUE(shown("clip:Walk_7"));
  press_key(Key::Down);
  press_key(Key::Enter);
  EXPECT_EQ(clip_title(scene(), scene().pose.clip), "Walk_17");
  step();
  EXPECT_FALSE(shown("clip search"));
}

TEST(FoundRows, HaveAllWordsAndThoseThatBeginSoComeFirst) {
  const std::vector<std::string> titles{"Attack_12", "to walk", "wave", "Walk_1"};
  SearchRows rows{"", "", "", static_cast<int>(titles.size())};
  rows.title = [&](int r) { return titles[static_cast<std::size_t>(r)]; };
  EXPECT_EQ(found_rows(rows, "").size(), 4u);
  EXPECT_EQ(found_rows(rows, "WA"), (std::vector<int>{2, 3, 1}));
  EXPECT_EQ(found_rows(rows, "attack 12"), (std::vector<int>{0}));
  EXPECT_TRUE(found_rows(rows, "nobody").empty());
}

}  // namespace
}  // namespace bindpose::ui::testing::timeline_widget_test
