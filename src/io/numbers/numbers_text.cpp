#include "io/numbers/numbers_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "io/text/clean_text.h"
#include "io/text/json_text.h"
#include "math/numbers.h"
#include "scene/numbers/verdict_words.h"
#include "scene/numerals.h"

namespace bindpose {

namespace {

using NumbersOut = nlohmann::ordered_json;

std::string digits(const char* format, double x) {
  char text[40];
  std::snprintf(text, sizeof text, format, x == 0.0 ? 0.0 : x);
  return text;
}

// Both matrices, row beside row.
std::string side_by_side(const QuantityVerdict& q) {
  const bool point = q.quantity == RigQuantity::Posed;
  std::string out = point ? "     given:                                 right:\n"
                          : "     given:                                              right:\n";
  const auto row = [](const dmat4& m, int r) {
    std::string text;
    // What is nothing beside its matrix is rounding.
    double most = 0.0;
    for (int n = 0; n < 16; ++n) most = std::max(most, std::abs(m[n % 4][n / 4]));
    for (int c = 0; c < 4; ++c) {
      const double x = m[c][r];
      text += digits("%12.5g", std::abs(x) < most * 1e-9 ? 0.0 : x);
    }
    return text;
  };
  if (point) {
    const auto place = [](const dvec4& p) {
      return digits("%12.6g", p.x) + digits("%12.6g", p.y) + digits("%12.6g", p.z);
    };
    return out + "  " + place(q.first_given[3]) + "   " + place(q.first_right[3]) + "\n";
  }
  for (int r = 0; r < 4; ++r)
    out += "  " + row(q.first_given, r) + "    " + row(q.first_right, r) + "\n";
  return out;
}

NumbersOut rows_of(const dmat4& m) {
  NumbersOut rows = NumbersOut::array();
  for (int r = 0; r < 4; ++r) {
    NumbersOut row = NumbersOut::array();
    for (int c = 0; c < 4; ++c) row.push_back(m[c][r]);
    rows.push_back(std::move(row));
  }
  return rows;
}

NumbersOut first_json(const QuantityVerdict& q, const Scene& scene) {
  NumbersOut out;
  const Model& model = *scene.model;
  if (q.first_joint >= 0) out["joint"] = clean_utf8(model.skeleton.name[idx(q.first_joint)]);
  if (!q.first_vertex.empty()) {
    out["mesh"] = clean_utf8(model.meshes[idx(q.first_vertex.mesh)].name);
    out["vertex"] = q.first_vertex.vertex;
  }
  if (q.quantity != RigQuantity::Parent) out["error"] = q.first_error;
  out["says"] = clean_utf8(q.first_words);
  if (q.quantity == RigQuantity::Posed) {
    const auto place = [](const dvec4& p) { return NumbersOut{p.x, p.y, p.z}; };
    out["given"] = place(q.first_given[3]);
    out["expected"] = place(q.first_right[3]);
  } else if (q.quantity != RigQuantity::Parent) {
    out["given"] = rows_of(q.first_given);
    out["expected"] = rows_of(q.first_right);
  }
  return out;
}

}  // namespace

std::string numbers_text(const NumbersVerdict& verdict, double tolerance) {
  std::string out;
  for (const QuantityVerdict& q : verdict.quantity) {
    out += clean_text(in_words(q)) + ".\n";
    if (q.is_right()) continue;
    if (q.quantity != RigQuantity::Parent) out += side_by_side(q);
    if (!q.follows_from.empty()) {
      out += "  It follows from " + q.follows_from + ", as all others that are wrong do.\n";
    } else if (q.follows > 0) {
      out += "  " + std::to_string(q.follows) +
             " of those that are wrong follow from it or from others.\n";
    }
    for (const NumbersExplanation& e : q.explained) {
      out +=
          (&e == q.explained.data() ? "  The usual mistake that explains it: " : "  So would: ") +
          clean_text(in_words(e)) + ".\n";
    }
    if (q.another_pose) {
      out +=
          "  No usual mistake explains 99 % of it, but it is a pose of this rig: joints turn in "
          "their "
          "parents, and a root goes anywhere. Is it another pose than the one it is held against? "
          "--pose FILE, --edit, --bind "
          "or --clip say which one.\n";
    } else if (q.is_unexplained()) {
      out += "  No usual mistake explains 99 % of it.\n";
    }
  }
  if (!verdict.missing.empty()) out += clean_text(missing_in_words(verdict.missing)) + ".\n";
  if (!verdict.unjudged.empty()) {
    out += "Not judged: " + clean_text(enumerated(verdict.unjudged)) +
           ". L, Ul, W, B, T and posed vertices are held against the model's, and nothing else.\n";
  }
  for (const std::string& note : verdict.notes) out += "Note: " + clean_text(note) + "\n";
  out += verdict.is_right()
             ? std::string(verdict.unjudged.empty() ? "All of it" : "All that is judged") +
                   " is right, to a tolerance of " + digits("%g", tolerance) + ".\n"
             : "Tolerance: " + digits("%g", tolerance) +
                   " of a matrix's largest entry and of the model's size.\n";
  return out;
}

std::string numbers_json(const NumbersVerdict& verdict, const Scene& scene, double tolerance) {
  NumbersOut root = {
      {"right", verdict.is_right()}, {"tolerance", tolerance}, {"quantities", NumbersOut::array()}};
  for (const QuantityVerdict& q : verdict.quantity) {
    NumbersOut one = {{"quantity", info_of(q.quantity).key},
                      {"source", clean_utf8(q.source)},
                      {"given", q.given},
                      {"right", q.right},
                      {"worst", q.worst},
                      {"first", nullptr},
                      {"follows", q.follows},
                      {"explanations", NumbersOut::array()},
                      {"another_pose", q.another_pose}};
    if (!q.is_right()) one["first"] = first_json(q, scene);
    for (const NumbersExplanation& e : q.explained) {
      one["explanations"].push_back({{"mistake", e.key},
                                     {"says", clean_utf8(e.says)},
                                     {"part", e.part},
                                     {"left", e.left},
                                     {"everywhere", e.everywhere},
                                     {"joints", e.joints},
                                     {"of", e.of}});
    }
    root["quantities"].push_back(std::move(one));
  }
  root["missing"] = NumbersOut::array();
  for (const std::string& what : verdict.missing) root["missing"].push_back(clean_utf8(what));
  root["not_judged"] = NumbersOut::array();
  for (const std::string& what : verdict.unjudged) root["not_judged"].push_back(clean_utf8(what));
  root["notes"] = NumbersOut::array();
  for (const std::string& note : verdict.notes) root["notes"].push_back(clean_utf8(note));
  return pretty(root);
}

}  // namespace bindpose
