#include "io/fbx/upgrade/keys.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/fbx/clips/tangent.h"

namespace bindpose {
namespace {

// What the letters mean, and which are followed by what: ufbx (ufbxi_read_take_anim_channel), which
// found it in files. Modes whose numbers nobody knows become automatic tangents, as there.
class KeyReader {
 public:
  KeyReader(const FbxTree& tree, std::uint32_t channel, std::uint32_t list)
      : tree_(tree), list_(list), version_(version_of(channel)) {}

  std::optional<FbxKeys> read() {
    FbxKeys out;
    while (!done()) {
      const auto time = fbx_integer(next());
      const auto value = fbx_real(next());
      if (!time || !value || !interpolation()) return {};
      out.time.push_back(*time);
      out.value.push_back(static_cast<float>(*value));
      out.flags.push_back(static_cast<std::int32_t>(flags_));
      out.data.insert(out.data.end(), {slope_[0], slope_[1], weights(), 0.0f});
    }
    if (out.time.empty()) return {};
    return out;
  }

 private:
  int version_of(std::uint32_t channel) const {
    const std::int64_t own =
        fbx_integer(tree_.get(fbx_child(tree_, channel, "KeyVer"), 0)).value_or(0);
    if (own > 0) return static_cast<int>(std::min<std::int64_t>(own, 9999));
    return tree_.version < 5000 ? 4003 : tree_.version < 6000 ? 4004 : 4005;
  }

  bool done() const { return at_ >= tree_.node[list_].property_count; }
  const FbxProperty* next() { return tree_.get(list_, at_++); }
  char letter() {
    const FbxProperty* value = next();
    if (value == nullptr) return '\0';
    const bool is_letter = value->type == 'C' || value->type == 'W' || value->type == 'S';
    return is_letter && !value->data.empty() ? value->data.front() : '\0';
  }
  bool number(float& out) {
    const auto value = fbx_real(next());
    if (value) out = static_cast<float>(*value);
    return value.has_value();
  }
  bool skip(int numbers) {
    float none = 0.0f;
    while (numbers-- > 0) {
      if (!number(none)) return false;
    }
    return true;
  }

  float weights() const {
    constexpr float kDecimals = 10000.0f;
    const auto packed = [](float weight) {
      return static_cast<std::uint32_t>(std::lround(std::clamp(weight, 0.0f, 1.0f) * kDecimals));
    };
    return std::bit_cast<float>(packed(weight_[0]) | packed(weight_[1]) << 16);
  }

  // What follows a key's time and value.
  bool interpolation() {
    constexpr float kThird = 1.0f / 3.0f;
    slope_[0] = slope_[1] = 0.0f;
    weight_[0] = weight_[1] = kThird;
    switch (letter()) {
      case 'U':
        flags_ = fbx_key::kCubic;
        return tangents();
      case 'L':
        flags_ = fbx_key::kLinear;
        return true;
      case 'C':
        flags_ = fbx_key::kConstant;
        if (version_ >= 4004 && letter() == 'n') flags_ |= fbx_key::kConstantNext;
        return true;
      default:
        return false;
    }
  }

  bool tangents() {
    constexpr std::uint32_t kAutomatic =
        fbx_key::kAuto | fbx_key::kClampProgressive | fbx_key::kTimeIndependent;
    const bool old = version_ <= 4004;
    switch (letter()) {
      case 's':
      case 'b':
        flags_ |= fbx_key::kUser;
        return number(slope_[0]) && number(slope_[1]) && (version_ == 4003 || weight_modes(1));
      case 'a':
        flags_ |= kAutomatic;
        return old || weight_modes(1);
      case 'p':
      case 'q':
        flags_ |= kAutomatic;
        return skip(2) && weight_modes(old ? 1 : 2);
      case 't':
        flags_ |= kAutomatic;
        return skip(3);
      case 'd':
        flags_ |= kAutomatic;
        return skip(1) && weight_modes(1);
      default:
        return false;
    }
  }

  bool weight_modes(int count) {
    while (count-- > 0) {
      switch (letter()) {
        case 'n':
        case 'c':
          break;
        case 'a':
          if (!number(weight_[0]) || !number(weight_[1])) return false;
          flags_ |= fbx_key::kWeightedRight | fbx_key::kWeightedNextLeft;
          break;
        case 'l':
          if (!number(weight_[1])) return false;
          flags_ |= fbx_key::kWeightedNextLeft;
          break;
        case 'r':
          if (!number(weight_[0])) return false;
          flags_ |= fbx_key::kWeightedRight;
          break;
        default:
          return false;
      }
    }
    return true;
  }

  const FbxTree& tree_;
  const std::uint32_t list_;
  const int version_;
  std::uint32_t at_ = 0;
  std::uint32_t flags_ = 0;
  float slope_[2] = {};   // right, next key's left
  float weight_[2] = {};  // likewise
};

}  // namespace

std::optional<FbxKeys> read_fbx_keys(const FbxTree& tree, std::uint32_t channel) {
  const std::uint32_t list = fbx_child(tree, channel, "Key");
  if (list == 0) return {};
  return KeyReader(tree, channel, list).read();
}

}  // namespace bindpose
