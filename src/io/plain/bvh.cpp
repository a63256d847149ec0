#include "io/plain/bvh.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "io/import_error.h"
#include "io/node_graph.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/ascii.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/time/key_times.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::size_t kMostChannels = 6;
constexpr double kLongest = 1e7;    // seconds
constexpr float kCentimetres = 10;  // what is higher than that is not in metres
constexpr std::size_t kShown = 40;  // characters of a strange word

struct BvhJoint {
  std::string name;
  int parent = kNoParent;
  vec3 offset{0.0f};
  bool has_offset = false;
  std::vector<int> channel;  // 0 to 2: position along x, y, z; 3 to 5: rotation about them
  bool is_end = false;
};

bool is_bvh_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\0';
}

class BvhReader {
 public:
  BvhReader(const ModelFile& file, Model& model)
      : path_(file.path), rest_(file.text()), model_(model) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";  // of UTF-8
    if (rest_.starts_with(kMark)) rest_.remove_prefix(kMark.size());
  }

  void read() {
    expect("HIERARCHY");
    while (peek_is("ROOT")) read_tree();
    if (joint_.empty()) fail("a ROOT was expected, not " + shown(peek()));
    expect("MOTION");
    read_motion();
    build();
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ImportError(quoted_path(path_) + ", line " + std::to_string(line_) + ": " + what +
                      "; mend it there, or record or export the file again.");
  }
  static std::string shown(std::string_view word) {
    if (word.empty()) return "the end of the file";
    return "\"" + clean_text(word.substr(0, kShown)) + "\"";
  }

  void skip_space() {
    while (!rest_.empty() && (is_bvh_blank(rest_.front()) || rest_.front() == '\n')) {
      if (rest_.front() == '\n') ++line_;
      rest_.remove_prefix(1);
    }
  }
  std::string_view peek() {
    skip_space();
    std::size_t n = 0;
    while (n < rest_.size() && !is_bvh_blank(rest_[n]) && rest_[n] != '\n') {
      if (rest_[n] == '{' || rest_[n] == '}') return rest_.substr(0, n == 0 ? 1 : n);
      ++n;
    }
    return rest_.substr(0, n);
  }
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    return word;
  }
  bool peek_is(std::string_view word) {
    return in_lower_case(std::string(peek())) == in_lower_case(std::string(word));
  }
  bool take(std::string_view word) {
    if (!peek_is(word)) return false;
    next();
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word)) fail(std::string(word) + " was expected, not " + shown(peek()));
  }
  // What is left of the line, but a brace at its end.
  std::string name_of_line() {
    std::size_t n = 0;
    while (n < rest_.size() && rest_[n] != '\n' && rest_[n] != '{') ++n;
    std::string_view text = rest_.substr(0, n);
    rest_.remove_prefix(n);
    while (!text.empty() && is_bvh_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_bvh_blank(text.back())) text.remove_suffix(1);
    return clean_text(text);
  }

  static std::optional<double> number_of(std::string_view word) {
    if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
    double value = 0.0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    if (!(std::abs(value) <= 1e30)) return std::nullopt;
    return value;
  }
  double number(const char* what) {
    const std::string_view word = next();
    const auto value = number_of(word);
    if (!value) fail(std::string(what) + " was expected, not " + shown(word));
    return *value;
  }

  // A ROOT with all below it. No recursion: depth is the file's to choose.
  void read_tree() {
    next();
    std::vector<int> open;
    begin(kNoParent, false, open);
    while (!open.empty()) {
      BvhJoint& joint = joint_[idx(open.back())];
      if (take("OFFSET")) {
        for (int c = 0; c < 3; ++c)
          joint.offset[c] = static_cast<float>(number("a number of the offset"));
        joint.has_offset = true;
      } else if (!joint.is_end && take("CHANNELS")) {
        read_channels(joint);
      } else if (!joint.is_end && take("JOINT")) {
        begin(open.back(), false, open);
      } else if (!joint.is_end && take("End")) {
        expect("Site");
        begin(open.back(), true, open);
      } else if (take("}")) {
        if (!joint.has_offset) fail("joint \"" + joint.name + "\" has no OFFSET");
        open.pop_back();
      } else {
        fail("OFFSET, CHANNELS, JOINT, End Site or a closing brace was expected, not " +
             shown(peek()));
      }
    }
  }

  void begin(int parent, bool is_end, std::vector<int>& open) {
    if (open.size() >= kMaxNodeDepth) fail("the joints nest too deep");
    BvhJoint joint;
    joint.parent = parent;
    joint.is_end = is_end;
    joint.name = name_of_line();
    if (is_end) joint.name = joint_[idx(parent)].name + " end";
    expect("{");
    open.push_back(static_cast<int>(joint_.size()));
    joint_.push_back(std::move(joint));
  }

  void read_channels(BvhJoint& joint) {
    constexpr std::array<std::string_view, 6> kNames{"xposition", "yposition", "zposition",
                                                     "xrotation", "yrotation", "zrotation"};
    if (!joint.channel.empty()) fail("joint \"" + joint.name + "\" has CHANNELS twice");
    const double count = number("the number of channels");
    if (!(count >= 0.0) || count > double(kMostChannels) || count != std::floor(count)) {
      fail("a joint has 0 to " + std::to_string(kMostChannels) + " channels");
    }
    for (double k = 0.0; k < count; k += 1.0) {
      const std::string_view word = next();
      const auto found = std::find(kNames.begin(), kNames.end(), in_lower_case(std::string(word)));
      if (found == kNames.end()) {
        fail("a channel such as Xrotation was expected, not " + shown(word));
      }
      const int channel = static_cast<int>(found - kNames.begin());
      if (std::find(joint.channel.begin(), joint.channel.end(), channel) != joint.channel.end()) {
        fail("channel " + shown(word) + " of joint \"" + joint.name + "\" is there twice");
      }
      joint.channel.push_back(channel);
    }
    channels_ += joint.channel.size();
  }

  void read_motion() {
    expect("Frames:");
    skip_space();
    const std::string word = shown(peek());
    const double told = number("the number of frames");
    if (!(told >= 0.0) || told != std::floor(told)) {
      fail("the number of frames is " + word + ", which is no whole number from 0 on");
    }
    expect("Frame");
    expect("Time:");
    frame_time_ = number("the time of a frame");
    if (!(frame_time_ > 0.0)) fail("the time of a frame is not above 0");
    skip_space();
    while (!rest_.empty() && double(frames_) < told) {
      read_frame();
      skip_space();
    }
    if (!(frame_time_ * double(frames_) <= kLongest)) {
      fail("the recording would take " + std::to_string(kLongest) + " seconds or more");
    }
    if (double(frames_) < told) {
      report(model_, Severity::Warning, "file",
             "The recording breaks off: it says that it has more frames than the " +
                 (frames_ == 1 ? std::string("one that is there.")
                               : std::to_string(frames_) + " that are there."));
    } else if (!rest_.empty() && channels_ > 0) {
      report(model_, Severity::Warning, "file",
             "There is more behind the " + counted(frames_, "frame", "frames") +
                 " that the recording says it has; it is left out.");
    }
  }

  // One line a frame.
  void read_frame() {
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(line.size());
    std::size_t count = 0;
    for (;;) {
      while (!line.empty() && is_bvh_blank(line.front())) line.remove_prefix(1);
      if (line.empty()) break;
      std::size_t n = 0;
      while (n < line.size() && !is_bvh_blank(line[n])) ++n;
      const auto value = number_of(line.substr(0, n));
      if (!value) fail("a number was expected, not " + shown(line.substr(0, n)));
      line.remove_prefix(n);
      if (++count <= channels_) value_.push_back(static_cast<float>(*value));
    }
    if (count != channels_) {
      fail("a frame of " + std::to_string(channels_) + " numbers was expected, not of " +
           std::to_string(count));
    }
    ++frames_;
  }

  void build() {
    std::vector<RawJoint> raw;
    float lowest = 0.0f, highest = 0.0f;
    std::vector<float> height;
    for (const BvhJoint& j : joint_) {
      raw.push_back({j.name, j.parent, to_matrix({j.offset}), true});
      const float above = j.parent < 0 ? 0.0f : height[idx(j.parent)];
      height.push_back(j.parent < 0 ? 0.0f : above + j.offset.y);
      lowest = std::min(lowest, height.back());
      highest = std::max(highest, height.back());
    }
    SkeletonBuild built = build_skeleton(raw);
    for (const std::string& said : built.repairs) report(model_, Severity::Warning, "file", said);
    model_.format = "BVH";
    model_.skeleton = std::move(built.skeleton);
    model_.bind_local = model_.skeleton.rest_local;
    if (highest - lowest > kCentimetres) {
      model_.to_display = to_matrix({{}, quat(1, 0, 0, 0), vec3(0.01f)});
    }
    if (frames_ > 0 && channels_ > 0) add_clip(built.new_index);
    report(model_, Severity::Info, "file",
           counted(frames_, "frame", "frames") + " of " + std::to_string(channels_) +
               " channels; offsets are the rest pose, positions of a joint stand in their place.");
  }

  void add_clip(const std::vector<int>& new_index) {
    Clip clip;
    clip.name = clean_text(path_.stem().string());
    clip.duration = frame_time_ * double(frames_ - 1);
    clip.rate = sound_rate(1.0 / frame_time_);
    std::vector<double> time(frames_);
    for (std::size_t f = 0; f < frames_; ++f) time[f] = frame_time_ * double(f);
    std::size_t first = 0;  // of the joint's channels in a frame
    for (std::size_t j = 0; j < joint_.size(); ++j) {
      const BvhJoint& joint = joint_[j];
      if (!joint.channel.empty()) {
        clip.tracks.push_back(track_of(joint, first, time));
        clip.tracks.back().joint = new_index[j];
      }
      first += joint.channel.size();
    }
    std::ranges::sort(clip.tracks, {}, &JointTrack::joint);
    model_.clips.push_back(std::move(clip));
  }

  JointTrack track_of(const BvhJoint& joint, std::size_t first, const std::vector<double>& time) {
    JointTrack track;
    track.factors.resize(1);
    TrackFactor& f = track.factors[0];
    f.fallback.t = joint.offset;
    const auto is_turn = [](int channel) { return channel >= 3; };
    const bool turns = std::ranges::any_of(joint.channel, is_turn);
    const bool moves = !std::ranges::all_of(joint.channel, is_turn);
    if (turns) f.rotation.time = time;
    if (moves) f.translation.time = time;
    for (std::size_t frame = 0; frame < frames_; ++frame) {
      const float* value = value_.data() + frame * channels_ + first;
      glm::dquat q(1.0, 0.0, 0.0, 0.0);
      vec3 at = joint.offset;
      for (std::size_t k = 0; k < joint.channel.size(); ++k) {
        const int channel = joint.channel[k];
        if (!is_turn(channel)) {
          at[channel] = value[k];
          continue;
        }
        const double half = glm::radians(0.5 * std::remainder(double(value[k]), 720.0));
        glm::dquat one(std::cos(half), 0.0, 0.0, 0.0);
        (channel == 3 ? one.x : channel == 4 ? one.y : one.z) = std::sin(half);
        q = q * one;
      }
      if (moves) f.translation.value.push_back(at);
      if (!turns) continue;
      quat turn(q);
      if (frame > 0 && glm::dot(turn, f.rotation.value.back()) < 0.0f) turn = -turn;
      f.rotation.value.push_back(turn);
    }
    return track;
  }

  const std::filesystem::path& path_;
  std::string_view rest_;
  Model& model_;
  std::size_t line_ = 1;
  std::vector<BvhJoint> joint_;
  std::size_t channels_ = 0, frames_ = 0;
  double frame_time_ = 0.0;
  std::vector<float> value_;  // frame after frame
};

}  // namespace

void read_bvh(const ModelFile& file, Model& model) {
  BvhReader(file, model).read();
}

}  // namespace bindpose
