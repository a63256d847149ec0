#include "scene/numbers/mistakes.h"

#include <utility>

#include "math/numbers.h"
#include "scene/numbers/mistake_kinds.h"
#include "scene/numbers/turns.h"

namespace bindpose {

void each(std::vector<dmat4>& list, const std::function<dmat4(const dmat4&)>& change) {
  for (dmat4& m : list) m = change(m);
}

void each_matrix(RigNumbers& out, const std::function<dmat4(const dmat4&)>& change) {
  for (auto* list : {&out.base_local, &out.user_local, &out.world, &out.bind, &out.inverse_bind,
                     &out.file_inverse_bind, &out.skin}) {
    each(*list, change);
  }
}

dmat4 transposed_turn(const dmat4& m) {
  return with_linear(m, glm::transpose(dmat3(m)));
}

namespace {

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
  const char* turned =
      "the 3x3 is transposed and the translation is kept: rows and columns of the rotation are "
      "exchanged";
  list.push_back({"3x3 transposed",
                  turned,
                  {},
                  {},
                  [](RigNumbers& out) { each_matrix(out, transposed_turn); },
                  true});
  list.push_back({"3x3 transposed",
                  std::string(turned) + ", of W_j before it is multiplied by B_j^-1",
                  {},
                  {.skin = [](const dmat4& w, const dmat4& b) { return transposed_turn(w) * b; }}});
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
       },
       false,
       {},
       "the inverse B_j^-1 stands where B_j itself belongs (a file has the inverse bind matrix)"});
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
  list.push_back({"W reversed",
                  "the whole product is the other way around: W_j = Ul_j L_j W_p in place of W_p "
                  "L_j Ul_j",
                  {},
                  {.world = [](const dmat4& above, const dmat4&, const dmat4& l, const dmat4& ul) {
                    return ul * l * above;
                  }}});
  list.push_back({"parent forgotten",
                  "the parent is forgotten: W_j = L_j Ul_j in place of W_p L_j Ul_j",
                  {},
                  {.world = [](const dmat4&, const dmat4&, const dmat4& l, const dmat4& ul) {
                    return l * ul;
                  }}});
  list.push_back({"parent skipped",
                  "a parent is skipped: W of the joint above the parent stands where W_p belongs",
                  [](RigInputs& in) {
                    const std::vector<int> parent = in.parent;
                    for (int& p : in.parent) p = p < 0 ? p : parent[idx(p)];
                  }});
  list.push_back(
      {"W inverted",
       "W_j is inverted: it takes points of the joint into the world, not back",
       {},
       {.skin = [](const dmat4& w, const dmat4& b) { return glm::inverse(w) * b; }},
       [](RigNumbers& out) { each(out.world, [](const dmat4& w) { return glm::inverse(w); }); }});
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

// The product of the L alone, of which Ul_j is the last factor.
void without_inherited_edits(RigInputs& in) {
  for (std::size_t j = 0; j < in.parent.size(); ++j) {
    // It takes out what the parent's Ul put in.
    if (in.parent[j] >= 0)
      in.base_local[j] = glm::inverse(in.user_local[idx(in.parent[j])]) * in.base_local[j];
  }
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
  list.push_back({"Ul not inherited",
                  "the edits Ul_j are not handed down to the children: each W_j has its own Ul_j "
                  "alone, and those above it are forgotten",
                  without_inherited_edits});
  list.push_back({"rest pose", "L_j is that of the rest pose; here another pose is the base",
                  [](RigInputs& in) { in.base_local = in.rest_local; }});
  list.push_back({"bind pose", "L_j is that of the bind pose; here another pose is the base",
                  [](RigInputs& in) { in.base_local = in.bind_local; }});
  list.push_back({"rest pose", "they are those of the rest pose; here another pose is shown",
                  [](RigInputs& in) {
                    in.base_local = in.rest_local;
                    each(in.user_local, [](const dmat4&) { return dmat4(1.0); });
                  }});
  list.push_back({"bind pose", "they are those of the bind pose; here another pose is shown",
                  [](RigInputs& in) {
                    in.base_local = in.bind_local;
                    each(in.user_local, [](const dmat4&) { return dmat4(1.0); });
                  }});
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
  list.push_back({"inverse of a turn",
                  "B_j^-1 is computed by transposing the rotation alone: it is [R^T, -R^T t], not "
                  "[R^T, t]",
                  {},
                  {.inverse = transposed_turn}});
  list.push_back(
      {"inverse of a turn",
       "B_j^-1 is computed as if its translation had only to be negated: it is [R^T, -R^T t]",
       {},
       {.inverse = [](const dmat4& b) {
         dmat4 out(glm::transpose(dmat3(b)));
         out[3] = dvec4(-dvec3(b[3]), 1.0);
         return out;
       }}});
  list.push_back({"no W",
                  "W_j is left out: T_j = B_j^-1 in place of W_j B_j^-1",
                  {},
                  {.skin = [](const dmat4&, const dmat4& b) { return b; }}});
}

// Products of the three rotations, the last one applied first. Angles are typed in the order x, y,
// z, which is Rz Ry Rx.
struct AxisOrder {
  int axes[3];
  const char* says;
};
constexpr AxisOrder kOtherOrders[] = {
    {{0, 1, 2}, "Rx Ry Rz"}, {{1, 0, 2}, "Ry Rx Rz"}, {{1, 2, 0}, "Ry Rz Rx"},
    {{2, 0, 1}, "Rz Rx Ry"}, {{0, 2, 1}, "Rx Rz Ry"},
};

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

  for (const AxisOrder& order : kOtherOrders) {
    for (const auto& [which, letter] :
         {std::pair{&RigInputs::user_local, "Ul_j"}, {&RigInputs::base_local, "L_j"}}) {
      list.push_back({"order of angles",
                      std::string("the rotations of ") + letter +
                          " about x, y and z are multiplied in another order: " + order.says +
                          " in place of Rz Ry Rx",
                      [which = which, order](RigInputs& in) {
                        each(in.*which, [&](const dmat4& m) {
                          return turned_otherwise(
                              m, [&](const dquat& q) { return axes_reordered(q, order.axes); });
                        });
                      }});
    }
  }
}

}  // namespace

std::vector<RigMistake> usual_mistakes() {
  std::vector<RigMistake> list;
  add_products(list);
  add_poses(list);
  add_turns(list);
  add_slots(list);
  add_lengths(list);
  add_frames(list);
  return list;
}

RigNumbers numbers_with_at(const RigInputs& in, const RigNumbers& right, const RigMistake& mistake,
                           int joint) {
  RigInputs changed = in;
  if (mistake.inputs) mistake.inputs(changed);
  RigNumbers out = right;
  const std::size_t j = idx(joint);
  const int p = changed.parent[j];
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
    // A mistake may take another joint's.
    const dmat4& world = out.world[idx(changed.slot[s].joint)];
    out.skin[s] = mistake.program.skin ? mistake.program.skin(world, out.inverse_bind[s])
                                       : world * out.inverse_bind[s];
  }
  if (mistake.outputs) mistake.outputs(out);
  return out;
}

RigNumbers numbers_with(const RigInputs& in, const RigMistake& mistake, RigLists lists) {
  RigNumbers out;
  if (mistake.inputs) {
    RigInputs changed = in;
    mistake.inputs(changed);
    out = rig_numbers(changed, mistake.program, lists);
  } else {
    out = rig_numbers(in, mistake.program, lists);
  }
  if (mistake.outputs) mistake.outputs(out);
  if (lists == RigLists::Posed && mistake.poses_by_outputs) {
    for (std::size_t i = 0; i < in.surface->vertex.size(); ++i)
      out.posed[i] = linear_blend_point(in, out.skin, i);
  }
  return out;
}

}  // namespace bindpose
