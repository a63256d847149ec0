#include "scene/numbers/mistakes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "math/numbers.h"
#include "scene/numbers/turns.h"

namespace bindpose {

namespace {

void each(std::vector<dmat4>& list, const std::function<dmat4(const dmat4&)>& change) {
  for (dmat4& m : list) m = change(m);
}

void each_matrix(RigNumbers& out, const std::function<dmat4(const dmat4&)>& change) {
  for (auto* list : {&out.base_local, &out.user_local, &out.world, &out.bind, &out.inverse_bind,
                     &out.file_inverse_bind, &out.skin}) {
    each(*list, change);
  }
}

dmat4 longer(const dmat4& m, double factor) {
  dmat4 out = m;
  out[3] = dvec4(dvec3(m[3]) * factor, m[3].w);
  return out;
}

// W of locals that were chosen otherwise.
std::vector<dmat4> worlds_of(const RigInputs& in, const std::vector<dmat4>& local) {
  std::vector<dmat4> world;
  for (std::size_t j = 0; j < local.size(); ++j) {
    const int p = in.parent[j];
    world.push_back(p < 0 ? local[j] : world[idx(p)] * local[j]);
  }
  return world;
}

void add_products(std::vector<RigMistake>& list) {
  list.push_back(
      {"transposed",
       "rows and columns are exchanged (transposed): matrices that are stored by columns, or made "
       "for row vectors",
       {},
       {},
       [](RigNumbers& out) { each_matrix(out, [](const dmat4& m) { return glm::transpose(m); }); },
       true});
  list.push_back(
      {"bind not inverted",
       "B_j stands where its inverse belongs (it was not inverted, or inverted twice): T_j = W_j "
       "B_j in place of W_j B_j^-1",
       {},
       {.inverse = [](const dmat4& b) { return b; }},
       [](RigNumbers& out) {
         for (std::size_t s = 0; s < out.bind.size(); ++s) {
           // The file's is B M here, of B_j^-1 M it is not inverted to M^-1 B.
           const dmat4 back = glm::inverse(out.bind[s]);
           out.file_inverse_bind[s] = glm::inverse(back * back * out.file_inverse_bind[s]);
           out.bind[s] = back;
         }
       }});
  list.push_back({"no inverse bind",
                  "B_j^-1 is left out: T_j = W_j in place of W_j B_j^-1",
                  {},
                  {.inverse = [](const dmat4&) { return dmat4(1.0); }}});
  list.push_back({"order of T",
                  "the order of the product: T_j = B_j^-1 W_j in place of W_j B_j^-1",
                  {},
                  {.skin = [](const dmat4& w, const dmat4& b) { return b * w; }}});
  list.push_back(
      {"T inverted",
       "T_j the other way around: B_j W_j^-1 in place of W_j B_j^-1",
       {},
       {},
       [](RigNumbers& out) { each(out.skin, [](const dmat4& t) { return glm::inverse(t); }); },
       true});
  list.push_back({"order of W",
                  "the order of the product: W_j = L_j Ul_j W_p in place of W_p L_j Ul_j",
                  {},
                  {.world = [](const dmat4& above, const dmat4&, const dmat4& l, const dmat4& ul) {
                    return l * ul * above;
                  }}});
  list.push_back({"parent forgotten",
                  "the parent is forgotten: W_j = L_j Ul_j in place of W_p L_j Ul_j",
                  {},
                  {.world = [](const dmat4&, const dmat4&, const dmat4& l, const dmat4& ul) {
                    return l * ul;
                  }}});
  list.push_back({"only one parent",
                  "only the parent's own L Ul stands where its W belongs, and what is above it is "
                  "forgotten",
                  {},
                  {.world = [](const dmat4&, const dmat4& beside, const dmat4& l, const dmat4& ul) {
                    return beside * l * ul;
                  }}});
  list.push_back({"Ul before L",
                  "Ul_j stands on the wrong side: W_j = W_p Ul_j L_j in place of W_p L_j Ul_j",
                  {},
                  {.world = [](const dmat4& above, const dmat4&, const dmat4& l, const dmat4& ul) {
                    return above * ul * l;
                  }}});
  list.push_back({"Ul in the world",
                  "Ul_j stands on the wrong side: W_j = Ul_j W_p L_j, which turns about the "
                  "world's origin, in "
                  "place of W_p L_j Ul_j",
                  {},
                  {.world = [](const dmat4& above, const dmat4&, const dmat4& l, const dmat4& ul) {
                    return ul * above * l;
                  }}});
}

void add_poses(std::vector<RigMistake>& list) {
  list.push_back({"rest for bind",
                  "the rest pose is taken for the bind pose: B_j = W_j of the rest pose",
                  [](RigInputs& in) {
                    const std::vector<dmat4> rest = worlds_of(in, in.rest_local);
                    for (std::size_t s = 0; s < in.slot.size(); ++s)
                      in.bind[s] = rest[idx(in.slot[s].joint)];
                  }});
  list.push_back({"no Ul", "the edits Ul_j are left out", [](RigInputs& in) {
                    each(in.user_local, [](const dmat4&) { return dmat4(1.0); });
                  }});
  list.push_back(
      {"Ul inverted", "the edits Ul_j are inverted: they turn the other way",
       [](RigInputs& in) { each(in.user_local, [](const dmat4& m) { return glm::inverse(m); }); }});
  list.push_back({"rest pose", "L_j is that of the rest pose; here another pose is the base",
                  [](RigInputs& in) { in.base_local = in.rest_local; }});
  list.push_back({"bind pose", "L_j is that of the bind pose; here another pose is the base",
                  [](RigInputs& in) { in.base_local = in.bind_local; }});
  list.push_back(
      {"no scale", "the scale in L_j is left out: only its turn and its translation are there",
       [](RigInputs& in) {
         each(in.base_local, [](const dmat4& m) { return with_linear(m, turn_and_rest(m).first); });
       }});
  list.push_back({"turn transposed",
                  "the turn in L_j goes the other way (its rotation is transposed, or its "
                  "quaternion conjugated)",
                  [](RigInputs& in) {
                    each(in.base_local, [](const dmat4& m) {
                      return turned_otherwise(m, [](const dquat& q) { return glm::conjugate(q); });
                    });
                  }});
  list.push_back(
      {"file's inverse bind",
       "the file's own inverse bind matrix stands where B_j^-1 belongs: it is for points as the "
       "file has them, which were moved when the file was read (mesh_to_bind)",
       {},
       {},
       [](RigNumbers& out) {
         for (std::size_t s = 0; s < out.skin.size(); ++s) {
           const dmat4 moved = glm::inverse(out.inverse_bind[s]) * out.file_inverse_bind[s];
           out.skin[s] = out.skin[s] * moved;
           out.inverse_bind[s] = out.file_inverse_bind[s];
         }
       },
       true});
  list.push_back(
      {"inverse of a turn",
       "B_j^-1 is computed as if its translation had only to be negated: it is [R^T, -R^T t]",
       {},
       {.inverse = [](const dmat4& b) {
         dmat4 out(glm::transpose(dmat3(b)));
         out[3] = dvec4(-dvec3(b[3]), 1.0);
         return out;
       }}});
}

void add_turns(std::vector<RigMistake>& list) {
  const double degrees = kDegreesPerRadian;
  const auto add = [&list](const char* key, const char* says, double factor) {
    for (const int around : {0, -1, 1}) {
      list.push_back({key, says, [factor, around](RigInputs& in) {
                        each(in.user_local, [=](const dmat4& m) {
                          return turned_otherwise(
                              m, [=](const dquat& q) { return turned_more(q, factor, around); });
                        });
                      }});
    }
    list.push_back({key, says, [factor](RigInputs& in) {
                      each(in.user_local, [=](const dmat4& m) {
                        return turned_otherwise(
                            m, [=](const dquat& q) { return turned_more_by_axis(q, factor); });
                      });
                    }});
  };
  add("degrees for radians",
      "degrees stand where radians belong: the angle in Ul_j is 57.3 times too large", degrees);
  add("radians for degrees",
      "radians stand where degrees belong: the angle in Ul_j is 57.3 times too small",
      1.0 / degrees);

  const auto last_first = [](const dquat& q) { return glm::normalize(dquat(q.x, q.y, q.z, q.w)); };
  const auto first_last = [](const dquat& q) { return glm::normalize(dquat(q.z, q.w, q.x, q.y)); };
  const char* w_last =
      "x stands where the w of quaternions belongs: they are stored (x, y, z, w) and read as (w, "
      "x, y, z)";
  const char* w_first =
      "z stands where the w of quaternions belongs: they are stored (w, x, y, z) and read as (x, "
      "y, z, w)";
  const auto quaternion = [&list](const char* says, std::vector<dmat4> RigInputs::*which,
                                  const std::function<dquat(const dquat&)>& order) {
    list.push_back({"order of quaternion", says, [=](RigInputs& in) {
                      each(in.*which, [&](const dmat4& m) { return turned_otherwise(m, order); });
                    }});
  };
  quaternion(w_last, &RigInputs::base_local, last_first);
  quaternion(w_first, &RigInputs::base_local, first_last);
  quaternion(w_last, &RigInputs::user_local, last_first);
  quaternion(w_first, &RigInputs::user_local, first_last);
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

void add_units(std::vector<RigMistake>& list) {
  for (const UnitFactor& unit : kUnitFactors) {
    const double f = unit.factor;
    list.push_back({"unit",
                    std::string("another unit of length: all lengths are ") + unit.says,
                    {},
                    {},
                    [f](RigNumbers& out) {
                      each_matrix(out, [f](const dmat4& m) { return longer(m, f); });
                      for (dvec3& v : out.posed) v *= f;
                    }});
    list.push_back(
        {"unit of L",
         std::string("another unit of length in L_j, and not in B_j: it is ") + unit.says,
         [f](RigInputs& in) {
           each(in.base_local, [f](const dmat4& m) { return longer(m, f); });
         }});
    list.push_back(
        {"unit of B",
         std::string("another unit of length in B_j, and not in W_j: it is ") + unit.says,
         [f](RigInputs& in) { each(in.bind, [f](const dmat4& m) { return longer(m, f); }); }});
  }
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

}  // namespace

std::vector<RigMistake> usual_mistakes() {
  std::vector<RigMistake> list;
  add_products(list);
  add_poses(list);
  add_turns(list);
  add_units(list);
  add_frames(list);
  return list;
}

RigNumbers numbers_with_at(const RigInputs& in, const RigNumbers& right, const RigMistake& mistake,
                           int joint) {
  RigInputs changed = in;
  if (mistake.inputs) mistake.inputs(changed);
  RigNumbers out = right;
  const std::size_t j = idx(joint);
  const int p = in.parent[j];
  const dmat4 identity(1.0);
  const dmat4& above = p < 0 ? identity : right.world[idx(p)];
  const dmat4 beside = p < 0 ? identity : in.base_local[idx(p)] * in.user_local[idx(p)];
  const dmat4 &l = changed.base_local[j], &ul = changed.user_local[j];
  out.base_local[j] = l;
  out.user_local[j] = ul;
  out.world[j] =
      mistake.program.world ? mistake.program.world(above, beside, l, ul) : above * l * ul;
  for (std::size_t s = 0; s < in.slot.size(); ++s) {
    if (in.slot[s].joint != joint) continue;
    out.bind[s] = changed.bind[s];
    out.inverse_bind[s] = mistake.program.inverse ? mistake.program.inverse(changed.bind[s])
                                                  : glm::inverse(changed.bind[s]);
    out.file_inverse_bind[s] = out.inverse_bind[s] * in.mesh_to_bind[s];
    out.skin[s] = mistake.program.skin ? mistake.program.skin(out.world[j], out.inverse_bind[s])
                                       : out.world[j] * out.inverse_bind[s];
  }
  if (mistake.outputs) mistake.outputs(out);
  return out;
}

RigNumbers numbers_with(const RigInputs& in, const RigMistake& mistake, bool posed) {
  RigNumbers out;
  if (mistake.inputs) {
    RigInputs changed = in;
    mistake.inputs(changed);
    out = rig_numbers(changed, mistake.program, posed);
  } else {
    out = rig_numbers(in, mistake.program, posed);
  }
  if (mistake.outputs) mistake.outputs(out);
  if (posed && mistake.poses_by_outputs) {
    for (std::size_t i = 0; i < in.vertex.size(); ++i)
      out.posed[i] = linear_blend_point(in, out.skin, i);
  }
  return out;
}

}  // namespace bindpose
