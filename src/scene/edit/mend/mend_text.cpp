#include "scene/edit/mend/mend_text.h"

#include <algorithm>

#include "scene/edit/mend/mend.h"
#include "scene/edit/text/name_words.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

using words::number;

constexpr int kMostInfluences = 64, kMostTimes = 1000;
constexpr const char* kHowManyStay = "how many influences stay, from 1 to 64";

// The kind by its word; LimitFit and MirrorTopology are said behind it.
constexpr words::Word<Mend::Kind> kMends[] = {
    {"normalise", Mend::Normalise}, {"prune", Mend::Prune},   {"limit", Mend::Limit},
    {"fill", Mend::Fill},           {"smooth", Mend::Smooth}, {"mirror", Mend::MirrorPlace},
    {"average", Mend::Average},     {"paste", Mend::SetRow},  {"set", Mend::SetJoint},
    {"scale", Mend::ScaleJoint},    {"clean", Mend::Clean},   {"all", Mend::Everything},
    {"islands", Mend::Islands},     {"leaks", Mend::Leaks},   {"jumps", Mend::Jumps},
    {"onesided", Mend::OneSided}};

// A number within bounds, or a sentence.
double within(EditReader& in, double least, double most, std::string_view expected) {
  const double value = in.number<double>(expected);
  if (value >= least && value <= most) return value;
  throw EditFailure{"That is out of range; expected " + std::string(expected) + "."};
}

int count(EditReader& in, int most, const std::string& expected) {
  const int n = in.index(expected);
  if (n >= 1 && n <= most) return n;
  throw EditFailure{"That is out of range; expected " + expected + "."};
}

bool has_more(const EditReader& in) {
  return !in.done() && (in.peek().quoted || in.peek().text != "all");
}

void read_limit(EditReader& in, Mend& mend) {
  mend.n = count(in, kMostInfluences, kHowManyStay);
  if (has_more(in) && in.choice("which influences stay", {"largest", "fit"}) == "fit") {
    mend.kind = Mend::LimitFit;
  }
}

void read_smooth(EditReader& in, Mend& mend) {
  mend.amount = 0.5;
  mend.n = 1;
  if (has_more(in)) mend.amount = within(in, 0.0, 1.0, "how far to smooth, from 0 to 1");
  if (has_more(in)) mend.n = count(in, kMostTimes, "how many times, from 1 to 1000");
}

void read_mirror(EditReader& in, Mend& mend) {
  in.choice("the word before a side", {"to"});
  mend.to_left = in.choice("the side that gets weights", {"left", "right"}) == "left";
  if (!has_more(in)) return;
  in.choice("the word before what decides", {"by"});
  if (in.choice("what decides which is opposite", {"place", "topology"}) == "topology") {
    mend.kind = Mend::MirrorTopology;
  }
}

void read_row(EditReader& in, Mend& mend) {
  while (has_more(in)) {
    const int joint = in.joint();
    if (std::ranges::find(mend.row, joint, &JointWeight::joint) != mend.row.end())
      throw EditFailure{"A joint is named twice; give it one weight."};
    mend.row.push_back({joint, in.number<float>("a weight, from 0 up")});
    if (mend.row.back().weight < 0.0f)
      throw EditFailure{"A weight cannot be negative; expected 0 or more."};
  }
}

}  // namespace

Edit parse_mend(EditReader& in) {
  Mend mend{in.word("a mend", kMends)};
  switch (mend.kind) {
    case Mend::Normalise:
      mend.strict = in.take_word("strict");
      break;
    case Mend::Everything:
      mend.n = in.done() ? kUsualLimit : count(in, kMostInfluences, kHowManyStay);
      mend.all = true;
      return MendWeights{mend};
    case Mend::Prune:
      mend.amount = kPruneBelow;
      if (has_more(in)) mend.amount = within(in, 0.0, 1.0, "the least weight, from 0 to 1");
      break;
    case Mend::Limit:
      read_limit(in, mend);
      break;
    case Mend::Smooth:
      read_smooth(in, mend);
      break;
    case Mend::MirrorPlace:
      read_mirror(in, mend);
      break;
    case Mend::SetRow:
      read_row(in, mend);
      break;
    case Mend::SetJoint:
      mend.joint = in.joint();
      mend.amount = within(in, 0.0, 1.0, "a weight from 0 to 1");
      break;
    case Mend::ScaleJoint:
      mend.joint = in.joint();
      mend.amount = within(in, 0.0, 1e6, "a factor from 0 up");
      break;
    default:
      break;
  }
  mend.all = in.take_word("all");
  return MendWeights{mend};
}

std::string mend_words(const Mend& e, const Model& model) {
  const Mend::Kind kind = e.kind == Mend::LimitFit         ? Mend::Limit
                          : e.kind == Mend::MirrorTopology ? Mend::MirrorPlace
                                                           : e.kind;
  std::string text(words::word_of(kMends, kind));
  switch (kind) {
    case Mend::Normalise:
      if (e.strict) text += " strict";
      break;
    case Mend::Everything:
      return e.n == kUsualLimit ? text : text + " " + std::to_string(e.n);
    case Mend::Prune:
      text += " " + number(e.amount);
      break;
    case Mend::Limit:
      text += " " + std::to_string(e.n) + (e.kind == Mend::LimitFit ? " fit" : "");
      break;
    case Mend::Smooth:
      text += " " + number(e.amount) + " " + std::to_string(e.n);
      break;
    case Mend::MirrorPlace:
      text += std::string(" to ") + (e.to_left ? "left" : "right") + " by " +
              (e.kind == Mend::MirrorTopology ? "topology" : "place");
      break;
    case Mend::SetRow:
      for (const JointWeight& w : e.row) {
        text += " " + words::joint_name(model, w.joint) + " " + number(w.weight);
      }
      break;
    case Mend::SetJoint:
    case Mend::ScaleJoint:
      text += " " + words::joint_name(model, e.joint) + " " + number(e.amount);
      break;
    default:
      break;
  }
  return e.all ? text + " all" : text;
}

}  // namespace bindpose
