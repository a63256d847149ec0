// How the automaton's parts are made, coloured and bound.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "automaton/automaton.h"
#include "field.h"

namespace bindpose::gen::automaton {

using Profile = std::vector<vec2>;

class Workshop {
 public:
  Workshop(Character& c, const Paints& paint) : c_(c), paint_(paint) {}

  // tone: where along its block the part's colour lies.
  void colour(Surface& s, float tone) const;
  void rigid(Surface s, const std::string& joint, Surface& to) const;
  // Follows the first joint before the share `from` of the way from a to b, the second behind
  // `till`.
  void bent(Surface s, const std::string& first, const std::string& second, const vec3& a,
            const vec3& b, float from, float till, Surface& to) const;
  const Character& character() const { return c_; }
  const Paints& paint() const { return paint_; }

 private:
  Character& c_;
  const Paints& paint_;
};

// Vertices of a part in the middle that mirror each other do so to the bit.
Surface evened(Surface s);
Surface turned(int material, const Frame& frame, const Profile& profile, int around = 24);
// A disc with a round rim.
Profile band(float radius, float low, float high);
// Folds like those of a concertina.
Profile folds(float length, float radius, float depth, int count);
// Scales a surface about a point, its normals as well.
Surface stretched(Surface s, const vec3& about, const vec3& by);

// What lies in the middle, and what is there on both sides.
struct Layers {
  std::array<Surface, 6> middle, side;
  Layers() {
    for (int m = 0; m < 6; ++m) {
      middle[static_cast<std::size_t>(m)] = Surface{"", m};
      side[static_cast<std::size_t>(m)] = Surface{"", m};
    }
  }
};

void add_trunk(Workshop& shop, Layers& to);
void add_front(Workshop& shop, Layers& to);
void add_face(Workshop& shop, Layers& to);
void add_limbs(Workshop& shop, Layers& to);

}  // namespace bindpose::gen::automaton
