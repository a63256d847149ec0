#include "scene/automatic/transfer_text.h"

#include "scene/edit/text/name_words.h"

namespace bindpose {
namespace {

constexpr int kMostTransferred = 65535;

}  // namespace

std::string problem_of(const TransferWeights& words) {
  if (!(words.distance >= 0.0f && words.distance <= 1.0f)) {
    return "A distance of " + words::number(words.distance) +
           " is out of range; expected a part of the surface's diagonal, from 0 to 1.";
  }
  if (!(words.angle >= 0.0f && words.angle <= 180.0f)) {
    return "An angle of " + words::number(words.angle) +
           " degrees is out of range; expected 0 to 180.";
  }
  if (words.limit < 0 || words.limit > kMostTransferred) {
    return "A limit of " + std::to_string(words.limit) +
           " influences is out of range; expected 1 or more, or 0 for no limit.";
  }
  return "";
}

Edit parse_transfer(EditReader& in) {
  in.choice("what to transfer", {"weights"});
  in.choice("the word before a file", {"from"});
  TransferWeights edit{in.text("the file that has the weights")};
  while (!in.done()) {
    const std::string which =
        in.choice("more about it", {"distance", "angle", "limit", "selected"});
    if (which == "distance") {
      edit.distance = in.number<float>("a part of the surface's diagonal, from 0 to 1");
    } else if (which == "angle") {
      edit.angle = in.number<float>("degrees between normals, 0 to 180");
    } else if (which == "limit") {
      edit.limit = in.index("how many influences a vertex may have, 0 for all");
    } else {
      edit.selected = true;
    }
    if (const std::string problem = problem_of(edit); !problem.empty()) throw EditFailure{problem};
  }
  return edit;
}

std::string transfer_text(const TransferWeights& edit) {
  const TransferWeights standard;
  std::string text = "transfer weights from " + words::as_word(edit.file);
  if (edit.distance != standard.distance) text += " distance " + words::number(edit.distance);
  if (edit.angle != standard.angle) text += " angle " + words::number(edit.angle);
  if (edit.limit != standard.limit) text += " limit " + std::to_string(edit.limit);
  if (edit.selected) text += " selected";
  return text;
}

}  // namespace bindpose
