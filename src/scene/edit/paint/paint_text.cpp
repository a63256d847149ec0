#include "scene/edit/paint/paint_text.h"

#include "math/numbers.h"
#include "scene/edit/text/name_words.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

using words::number;

constexpr words::Word<PaintMode> kPaintModes[] = {{"add", PaintMode::Add},
                                                  {"subtract", PaintMode::Subtract},
                                                  {"replace", PaintMode::Replace},
                                                  {"smooth", PaintMode::Smooth},
                                                  {"sharpen", PaintMode::Sharpen}};
constexpr words::Word<FallOff> kFallOffs[] = {
    {"smooth", FallOff::Smooth}, {"linear", FallOff::Linear}, {"flat", FallOff::Flat}};
constexpr int kMostPainted = 64;

// A part of a whole, or a sentence.
double part_of_one(EditReader& in, const std::string& expected) {
  const double value = in.number<double>(expected);
  if (value >= 0.0 && value <= 1.0) return value;
  throw EditFailure{"That is out of range; expected " + expected + "."};
}

void read_points(EditReader& in, Paint& paint) {
  do {
    paint.points.push_back({in.three("a place on the surface")});
    if (in.take_word("pressure")) {
      paint.points.back().pressure = static_cast<float>(part_of_one(in, "a pressure from 0 to 1"));
    }
  } while (!in.done() && in.choice("the word before a place", {"at"}) == "at");
}

void read_option(EditReader& in, const std::string& option, Paint& paint) {
  if (option == "strength") {
    paint.strength = part_of_one(in, "a strength from 0 to 1");
  } else if (option == "radius") {
    paint.radius = in.number<float>("a radius above 0");
    if (!(paint.radius > 0.0f)) throw EditFailure{"A brush needs a radius above 0."};
  } else if (option == "falloff") {
    paint.fall_off = in.word("a fall-off", kFallOffs);
  } else if (option == "through") {
    paint.through = true;
  } else if (option == "seen") {
    in.choice("the word before a place", {"from"});
    paint.seen_from = in.three("the place that it is seen from");
  } else if (option == "mirrored") {
    paint.mirrored = true;
  } else {
    const std::string expected = "how many influences stay, from 1 to 64";
    paint.limit = in.index(expected);
    if (paint.limit < 1 || paint.limit > kMostPainted)
      throw EditFailure{"That is out of range; expected " + expected + "."};
  }
}

std::string painted_place(const vec3& v) {
  return " " + number(v.x) + " " + number(v.y) + " " + number(v.z);
}

std::string painted_account(const std::string& joint, const Paint& paint, const std::string& n) {
  switch (paint.mode) {
    case PaintMode::Add:
      return "Added up to " + number(paint.strength) + " of " + joint + " to " + n + ".";
    case PaintMode::Subtract:
      return "Took up to " + number(paint.strength) + " of " + joint + " from " + n + ".";
    case PaintMode::Replace:
      return "Brought the weight of " + joint + " towards " + number(paint.value) + " in " + n +
             ".";
    case PaintMode::Smooth:
      return "Smoothed the weights of " + n + ".";
    case PaintMode::Sharpen:
      return "Sharpened the weights of " + n + ".";
  }
  return "";
}

}  // namespace

Edit parse_paint(EditReader& in) {
  Paint paint;
  paint.mode = in.word("what to paint", kPaintModes);
  if (paint.of_joint()) paint.joint = in.joint();
  if (paint.mode == PaintMode::Replace) {
    paint.value = part_of_one(in, "a weight from 0 to 1");
    paint.strength = 1.0;
  } else {
    paint.strength = part_of_one(in, "a strength from 0 to 1");
  }
  while (paint.points.empty()) {
    const std::string option =
        in.choice("a setting of the brush, or \"at\" and a place",
                  {"radius", "strength", "falloff", "through", "seen", "mirrored", "limit", "at"});
    if (option == "at") {
      read_points(in, paint);
    } else {
      read_option(in, option, paint);
    }
  }
  if (!(paint.radius > 0.0f)) throw EditFailure{"A brush needs a radius: \"radius\" and a number."};
  return PaintWeights{std::move(paint)};
}

std::string paint_words(const Paint& e, const Model& model) {
  std::string text(words::word_of(kPaintModes, e.mode));
  if (e.of_joint()) text += " " + words::joint_name(model, e.joint);
  const bool replaces = e.mode == PaintMode::Replace;
  text += " " + number(replaces ? e.value : e.strength);
  if (replaces && e.strength != 1.0) text += " strength " + number(e.strength);
  text += " radius " + number(e.radius);
  if (e.fall_off != FallOff::Smooth)
    text += " falloff " + std::string(words::word_of(kFallOffs, e.fall_off));
  if (e.through) text += " through";
  if (e.seen_from) text += " seen from" + painted_place(*e.seen_from);
  if (e.mirrored) text += " mirrored";
  if (e.limit > 0) text += " limit " + std::to_string(e.limit);
  for (const Paint::Point& point : e.points) {
    text += " at" + painted_place(point.at);
    if (point.pressure != 1.0f) text += " pressure " + number(point.pressure);
  }
  return text;
}

std::string paint_label(const Paint& e, const Model& model) {
  std::string text = "paint: " + std::string(words::word_of(kPaintModes, e.mode));
  return e.of_joint() ? text + " " + words::joint_name(model, e.joint) : text;
}

std::string paint_account(const Model& model, const Paint& paint, const PaintTally& tally) {
  const auto& [changed, alone, one_sided] = tally;
  const std::string joint = paint.of_joint() ? model.skeleton.name[idx(paint.joint)] : "";
  std::string text;
  if (changed > 0) text = painted_account(joint, paint, counted_vertices(changed));
  if (changed == 0 && alone == 0) text = "Nothing changes under the brush.";
  if (!one_sided.empty()) {
    const std::size_t more = one_sided.size() - 1;
    text += (text.empty() ? "" : " ") + std::string("The weights of ") +
            model.skeleton.name[idx(one_sided.front())] +
            (more > 0 ? " and " + std::to_string(more) + " more" : "") +
            " stay, for they are locked on that side alone: the two sides differ there.";
  }
  if (alone == 0) return text;
  const bool one = alone == 1;
  return text + (text.empty() ? "" : " ") + std::to_string(alone) +
         (one ? " place stays: it follows " : " places stay: they follow ") + joint + " alone. " +
         (one ? "Give it" : "Give them") + " weight of another joint first.";
}

}  // namespace bindpose
