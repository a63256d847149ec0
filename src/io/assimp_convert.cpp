#include "io/assimp_convert.h"

#include <cmath>

namespace bindpose {
namespace {

// Length of the valid UTF-8 sequence at the front of `text`, 0 when there is none.
std::size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;   // overlong
  if (lead == 0xED && byte(1) >= 0xA0) return 0;  // surrogates
  if (lead == 0xF0 && byte(1) < 0x90) return 0;   // overlong
  if (lead == 0xF4 && byte(1) >= 0x90) return 0;  // above U+10FFFF
  return length;
}

}  // namespace

mat4 to_glm(const aiMatrix4x4& m) {
  return {vec4(m.a1, m.b1, m.c1, m.d1), vec4(m.a2, m.b2, m.c2, m.d2), vec4(m.a3, m.b3, m.c3, m.d3),
          vec4(m.a4, m.b4, m.c4, m.d4)};
}

quat to_glm(const aiQuaternion& q) {
  const float length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!std::isfinite(length) || length < 1e-12f) return {1.0f, 0.0f, 0.0f, 0.0f};
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

std::string clean_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    const bool printable =
        length > 1 || (length == 1 && static_cast<unsigned char>(text[0]) >= 32 && text[0] != 127);
    if (printable) {
      out.append(text.substr(0, length));
    } else {
      out.push_back('?');
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace bindpose
