// Mistakes of lengths, axes and handedness.
#include <array>
#include <string>
#include <utility>

#include "scene/numbers/mistake_kinds.h"

namespace bindpose {

namespace {

dmat4 longer(const dmat4& m, double factor) {
  dmat4 out = m;
  out[3] = dvec4(dvec3(m[3]) * factor, m[3].w);
  return out;
}

// Lengths of what other programs count in.
struct UnitFactor {
  double factor;
  const char* says;
};
constexpr UnitFactor kUnitFactors[] = {
    {100.0, "100 times too long (metres as centimetres)"},
    {0.01, "100 times too short (centimetres as metres)"},
    {1000.0, "1000 times too long"},
    {0.001, "1000 times too short"},
    {2.54, "2.54 times too long (inches as centimetres)"},
    {1.0 / 2.54, "2.54 times too short (centimetres as inches)"},
    {0.0254, "39.4 times too short (inches as metres)"},
    {1.0 / 0.0254, "39.4 times too long (metres as inches)"},
};

// All lengths; those of L, those of B.
enum class Lengths { All, OfL, OfB };

// What makes them `factor` times as long; 0 leaves them out.
RigMistake lengths_times(Lengths which, double factor) {
  const auto change = [factor](const dmat4& m) { return longer(m, factor); };
  RigMistake out;
  if (which == Lengths::All) {
    out.outputs = [=](RigNumbers& numbers) {
      each_matrix(numbers, change);
      for (dvec3& v : numbers.posed) v *= factor;
    };
  } else if (which == Lengths::OfL) {
    out.inputs = [=](RigInputs& in) { each(in.base_local, change); };
  } else {
    out.inputs = [=](RigInputs& in) { each(in.bind, change); };
  }
  return out;
}

void add_left_out(std::vector<RigMistake>& list, const char* key, const char* says, Lengths which) {
  RigMistake out = lengths_times(which, 0.0);
  // Vertices without any length are no product of such matrices; surface_mistakes() has theirs.
  if (which == Lengths::All) {
    out.outputs = [](RigNumbers& numbers) {
      each_matrix(numbers, [](const dmat4& m) { return longer(m, 0.0); });
    };
  }
  out.key = key;
  out.says = says;
  list.push_back(std::move(out));
}

void add_unit(std::vector<RigMistake>& list, const char* key, std::string says, Lengths which,
              double factor, const char* left_out) {
  RigMistake out = lengths_times(which, factor);
  out.key = key;
  out.says = std::move(says);
  out.limit.push_back(lengths_times(which, 0.0));
  out.limit[0].key = left_out;
  list.push_back(std::move(out));
}

// Another frame for the world: X' = C X C^-1 where joints have it, too; from the left alone where
// only the world does.
void add_frame(std::vector<RigMistake>& list, const char* key, const std::string& says,
               const dmat3& change) {
  const dmat4 c(change), back = glm::inverse(c);
  const auto surface = [change](RigNumbers& out) {
    for (dvec3& v : out.posed) v = change * v;
  };
  list.push_back({key, says, {}, {}, [=](RigNumbers& out) {
                    each_matrix(out, [&](const dmat4& m) { return c * m * back; });
                    surface(out);
                  }});
  list.push_back({key,
                  says + ", for the world and not for the joints' own axes",
                  {},
                  {},
                  [=](RigNumbers& out) {
                    each(out.world, [&](const dmat4& m) { return c * m; });
                    each(out.bind, [&](const dmat4& m) { return c * m; });
                    each(out.inverse_bind, [&](const dmat4& m) { return m * back; });
                    each(out.file_inverse_bind, [&](const dmat4& m) { return m * back; });
                    each(out.skin, [&](const dmat4& m) { return c * m * back; });
                    surface(out);
                  }});
  list.push_back({key, says + ", in W_j and not in B_j", {}, {}, [=](RigNumbers& out) {
                    each(out.world, [&](const dmat4& m) { return c * m; });
                    each(out.skin, [&](const dmat4& m) { return c * m; });
                  }});
}

}  // namespace

void add_lengths(std::vector<RigMistake>& list) {
  constexpr const char *all = "no translation", *of_l = "no translation in L",
                       *of_b = "no translation in B";
  add_left_out(list, all, "the translation is left out: it is 0, and only the 3x3 is there",
               Lengths::All);
  add_left_out(list, of_l, "the translation in L_j is left out: only its 3x3 is there",
               Lengths::OfL);
  add_left_out(list, of_b, "the translation in B_j is left out: only its 3x3 is there",
               Lengths::OfB);
  for (const UnitFactor& unit : kUnitFactors) {
    add_unit(list, "unit", std::string("another unit of length: all lengths are ") + unit.says,
             Lengths::All, unit.factor, all);
    add_unit(list, "unit of L",
             std::string("another unit of length in L_j, and not in B_j: it is ") + unit.says,
             Lengths::OfL, unit.factor, of_l);
    add_unit(list, "unit of B",
             std::string("another unit of length in B_j, and not in W_j: it is ") + unit.says,
             Lengths::OfB, unit.factor, of_b);
  }
}

void add_frames(std::vector<RigMistake>& list) {
  const double right = glm::pi<double>() / 2.0;
  const auto about_x = [](double angle) {
    return glm::mat3_cast(glm::angleAxis(angle, dvec3(1, 0, 0)));
  };
  add_frame(list, "axes", "z is up in place of y (a quarter turn about x)", about_x(right));
  add_frame(list, "axes", "y is up in place of z (a quarter turn about x)", about_x(-right));
  const std::array<std::pair<const char*, dvec3>, 3> mirrors = {{
      {"z is mirrored: the other handedness", {1, 1, -1}},
      {"x is mirrored: the other handedness", {-1, 1, 1}},
      {"y is mirrored: the other handedness", {1, -1, 1}},
  }};
  for (const auto& [says, s] : mirrors) {
    add_frame(list, "mirrored", says, dmat3(dvec3(s.x, 0, 0), dvec3(0, s.y, 0), dvec3(0, 0, s.z)));
  }
  add_frame(list, "axes", "y and z are exchanged, which mirrors as well",
            dmat3(dvec3(1, 0, 0), dvec3(0, 0, 1), dvec3(0, 1, 0)));
}

}  // namespace bindpose
