// Time: what is played, frames, keys, and the edits that set them.
#include "scene/time/timeline.h"

#include <gtest/gtest.h>

#include <cmath>

#include "edit_fixture.h"

namespace bindpose::tests::timeline_test {
namespace {

std::shared_ptr<Model> model_with_clips() {
  auto model = std::make_shared<Model>();
  const std::vector<RawJoint> raw{{"a", kNoParent, mat4(1.0f), true}, {"b", 0, mat4(1.0f), true}};
  model->skeleton = build_skeleton(raw).skeleton;
  model->bind_local = model->skeleton.rest_local;
  model->has_bind.assign(2, 0);
  for (const double duration : {2.0, 1.0}) {
    Clip clip;
    clip.name = duration > 1.5 ? "walk" : "run";
    clip.duration = duration;
    JointTrack track;
    track.joint = 1;
    track.factors.resize(1);
    track.factors[0].translation = {{0.0, 0.5, duration}, {vec3(0), vec3(1), vec3(2)}};
    clip.tracks.push_back(track);
    model->clips.push_back(clip);
  }
  return model;
}

class TimelineEdits : public EditedDocument {
 protected:
  TimelineEdits() : EditedDocument(model_with_clips()) {}
  const Timeline& timeline() const { return doc.scene().pose.timeline; }
  TimeRange range() const { return play_range(doc.scene()); }
};

TEST(TickStep, IsOneTwoFive) {
  EXPECT_DOUBLE_EQ(tick_step(0.3, 1.0), 1.0) << "no finer than a frame";
  EXPECT_DOUBLE_EQ(tick_step(1.5, 1.0), 2.0);
  EXPECT_DOUBLE_EQ(tick_step(2.0, 1.0), 2.0);
  EXPECT_DOUBLE_EQ(tick_step(2.1, 1.0), 5.0);
  EXPECT_DOUBLE_EQ(tick_step(7.0, 1.0), 10.0);
  EXPECT_DOUBLE_EQ(tick_step(301.0, 1.0), 500.0);
  EXPECT_DOUBLE_EQ(tick_step(0.03, 0.01), 0.05);
  EXPECT_EQ(parts_of_step(1.0, 1.0), 1);
  EXPECT_EQ(parts_of_step(2.0, 1.0), 2);
  EXPECT_EQ(parts_of_step(5.0, 1.0), 5);
  EXPECT_EQ(parts_of_step(10.0, 1.0), 5);
  EXPECT_EQ(parts_of_step(20.0, 1.0), 2);
  EXPECT_EQ(parts_of_step(0.05, 0.01), 5);
}

TEST(Played, LoopsTurnsRoundOrStops) {
  const TimeRange r{1.0, 2.0};
  const auto time = [&](double from, double step, AtEnd how, bool back = false) {
    return played({from, back, true}, step, r, how).time;
  };
  EXPECT_DOUBLE_EQ(time(1.75, 0.5, AtEnd::Loop), 1.25);
  EXPECT_DOUBLE_EQ(time(1.25, -0.5, AtEnd::Loop), 1.75);
  EXPECT_DOUBLE_EQ(time(1.25, 3.5, AtEnd::Loop), 1.75);
  EXPECT_DOUBLE_EQ(time(1.75, 0.5, AtEnd::PingPong), 1.75);
  EXPECT_DOUBLE_EQ(time(1.75, 0.75, AtEnd::PingPong), 1.5);
  EXPECT_DOUBLE_EQ(time(1.75, 0.5, AtEnd::PingPong, true), 1.25);
  EXPECT_DOUBLE_EQ(time(1.25, 0.5, AtEnd::PingPong, true), 1.25);
  EXPECT_DOUBLE_EQ(time(1.75, 2.0, AtEnd::PingPong), 1.75) << "there and back again";
  EXPECT_DOUBLE_EQ(time(1.75, 0.5, AtEnd::Once), 2.0);
  EXPECT_TRUE(played({1.75, false, true}, 0.5, r, AtEnd::PingPong).back);
  EXPECT_FALSE(played({1.25, true, true}, 0.5, r, AtEnd::PingPong).back);
  EXPECT_FALSE(played({1.75, false, true}, 0.5, r, AtEnd::Once).goes_on);
  EXPECT_TRUE(played({1.25, false, true}, 0.5, r, AtEnd::Once).goes_on);
}

TEST(Played, EntersTheRangeFromOutside) {
  const TimeRange r{1.0, 2.0};
  for (const AtEnd how : {AtEnd::Loop, AtEnd::PingPong, AtEnd::Once}) {
    EXPECT_DOUBLE_EQ(played({0.25, false, true}, 0.5, r, how).time, 1.5);
    EXPECT_DOUBLE_EQ(played({2.5, false, true}, 0.5, r, how).time, 1.5);
  }
  EXPECT_DOUBLE_EQ(played({0.25, false, true}, -0.25, r, AtEnd::Loop).time, 1.75);
  EXPECT_DOUBLE_EQ(played({0.25, true, true}, 0.25, r, AtEnd::PingPong).time, 1.75);
  // A clip of one pose plays on without moving.
  const Moment still = played({0.0, false, true}, 0.5, {0.0, 0.0}, AtEnd::Loop);
  EXPECT_EQ(still.time, 0.0);
  EXPECT_TRUE(still.goes_on);
}

TEST(Frames, AreSteppedFromWholeToWhole) {
  EXPECT_DOUBLE_EQ(frame_step(0.5, 24.0, 1), 13.0 / 24);
  EXPECT_DOUBLE_EQ(frame_step(0.5, 24.0, -1), 11.0 / 24);
  EXPECT_DOUBLE_EQ(frame_step(12.4 / 24, 24.0, 1), 13.0 / 24) << "between two frames";
  EXPECT_DOUBLE_EQ(frame_step(12.4 / 24, 24.0, -1), 12.0 / 24);
  EXPECT_DOUBLE_EQ(frame_step(12.6 / 24, 24.0, 1), 13.0 / 24);
  EXPECT_DOUBLE_EQ(frame_step(12.6 / 24, 24.0, -1), 12.0 / 24);
  EXPECT_DOUBLE_EQ(frame_step(double(float(7.0 / 30)), 30.0, 1), 8.0 / 30) << "a float's seconds";
  EXPECT_DOUBLE_EQ(nearest_frame(12.6 / 24, 24.0), 13.0 / 24);
}

TEST(Keys, ComeOneAfterTheOther) {
  const std::vector<double> keys{0.0, 0.5, 2.0};
  EXPECT_EQ(next_key(keys, 0.0, 1), 0.5);
  EXPECT_EQ(next_key(keys, 0.49999, 1), 2.0) << "there already, but for a float's last digits";
  EXPECT_EQ(next_key(keys, 0.6, -1), 0.5);
  EXPECT_EQ(next_key(keys, 0.5, -1), 0.0);
  EXPECT_EQ(next_key(keys, 2.0, 1), std::nullopt);
  EXPECT_EQ(next_key(keys, 0.0, -1), std::nullopt);
  EXPECT_EQ(next_key({}, 1.0, 1), std::nullopt);
}

TEST_F(TimelineEdits, KeysAreThoseOfTheSelectedJoints) {
  ClipKeys keys;
  EXPECT_EQ(keys.times(doc.scene()), (std::vector<double>{0.0, 0.5, 2.0}));
  edit("select a");
  EXPECT_TRUE(keys.times(doc.scene()).empty());
  edit("select a b");
  EXPECT_EQ(keys.times(doc.scene()).size(), 3u);
  edit("base clip run");
  EXPECT_EQ(keys.times(doc.scene()), (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(keys.rate(doc.scene()), 30.0);
  edit("timeline rate 24");
  EXPECT_EQ(keys.rate(doc.scene()), 24.0);
}

TEST_F(TimelineEdits, RangeIsWhatIsPlayedOfThatClip) {
  edit("base clip walk");
  EXPECT_EQ(range(), (TimeRange{0.0, 2.0}));
  edit("timeline range 0.5 1.5");
  EXPECT_EQ(range(), (TimeRange{0.5, 1.5}));
  edit("playback play");
  doc.advance(0.25);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 0.25 + 0.5) << "it begins where the range does";
  doc.advance(1.0);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 0.75);
  edit("playback play ping-pong");
  doc.advance(1.0);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 1.25);
  EXPECT_TRUE(doc.scene().playback.back);
  edit("playback play once");
  EXPECT_FALSE(doc.scene().playback.back);
  doc.advance(1.0);
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 1.5);
  EXPECT_FALSE(doc.scene().playback.playing);
  edit("playback play once");
  EXPECT_DOUBLE_EQ(doc.scene().pose.time, 0.5) << "play at the end starts over";
  edit("base clip run");
  EXPECT_EQ(range(), (TimeRange{0.0, 1.0})) << "another clip has all of it";
  doc.undo();
  EXPECT_EQ(range(), (TimeRange{0.5, 1.5})) << "and back";
}

TEST_F(TimelineEdits, AreUndoneAndReadBack) {
  edit("base clip walk");
  for (const char* text : {"timeline range 0.25 1.75", "timeline rate 23.976"}) {
    const Timeline before = timeline();
    edit(text);
    EXPECT_EQ(doc.undo_label(), std::string("T") + (text + 1));
    const Timeline after = timeline();
    EXPECT_NE(after, before);
    EXPECT_EQ(doc.undo().extent, Change::View) << "no joint moves";
    EXPECT_EQ(timeline(), before);
    doc.redo();
    EXPECT_EQ(timeline(), after);
  }
  edit("timeline rate own");
  EXPECT_EQ(timeline().rate, 0.0);
  edit("timeline range all");
  EXPECT_EQ(timeline().range, std::nullopt);
  EXPECT_EQ(to_text(SetPlayback{{false, AtEnd::PingPong, 2.0}}, doc.scene()),
            "playback pause ping-pong 2");
}

TEST_F(TimelineEdits, ADragIsOneStepAndCanBeTakenBack) {
  edit("base clip walk");
  doc.apply({SetRange{TimeRange{0.5, 2.0}}, Phase::Preview});
  doc.apply({SetRange{TimeRange{0.75, 2.0}}, Phase::Preview});
  EXPECT_EQ(timeline().range, (TimeRange{0.75, 2.0}));
  doc.apply({SetRange{}, Phase::Cancel});
  EXPECT_EQ(timeline().range, std::nullopt);
  doc.apply({SetRange{TimeRange{0.75, 2.0}}, Phase::Preview});
  doc.apply({SetRange{TimeRange{1.0, 2.0}}, Phase::Commit});
  EXPECT_EQ(doc.undo_label(), "Timeline range 1 2");
  doc.undo();
  EXPECT_EQ(timeline().range, std::nullopt);
}

TEST_F(TimelineEdits, RefuseWhatMakesNoSense) {
  EXPECT_EQ(doc.apply({SetRange{TimeRange{0.0, 1.0}}}).extent, Change::None) << "no clip is chosen";
  edit("base clip walk");
  edit("timeline range -1 0.5");
  EXPECT_EQ(timeline().range, (TimeRange{0.0, 0.5})) << "within the clip";
  const TimeRange bad[] = {{3.0, 4.0}, {1.0, 1.0}, {1.5, 0.5}, {std::nan(""), 1.0}};
  for (const TimeRange& r : bad) EXPECT_EQ(doc.apply({SetRange{r}}).extent, Change::None);
  for (const double r : {-1.0, 1e9, std::nan("")})
    EXPECT_EQ(doc.apply({SetRate{r}}).extent, Change::None);
  EXPECT_NE(refused("timeline rate 0").find("between 0.01 and 1000"), std::string::npos);
  EXPECT_NE(refused("timeline range 2 1").find("the later last"), std::string::npos);
  EXPECT_NE(refused("timeline speed 2").find("rate, range or fade"), std::string::npos);
}

TEST_F(TimelineEdits, SurviveTheFileWrittenAgain) {
  edit("base clip walk");
  edit("timeline range 0.5 1.5");
  edit("timeline rate 24");
  doc.reload(model_with_clips());
  EXPECT_EQ(timeline(), (Timeline{24.0, TimeRange{0.5, 1.5}}));
  auto shorter = model_with_clips();
  shorter->clips[0].duration = 1.0;
  doc.reload(shorter);
  EXPECT_EQ(timeline(), (Timeline{24.0, std::nullopt}));
}

}  // namespace
}  // namespace bindpose::tests::timeline_test
