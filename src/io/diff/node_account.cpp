#include "io/diff/node_account.h"

#include <algorithm>
#include <functional>

#include "io/diff/diff_names.h"
#include "io/diff/diff_numbers.h"
#include "io/text/text_table.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

std::string above_words(const Model& model, int parent) {
  return parent < 0 ? "none" : printable(model.skeleton.name[idx(parent)]);
}

std::string node_words(const DiffReport& r, const NodeDiff& node) {
  if (node.a < 0 || node.b < 0) return node.b < 0 ? "only in A" : "only in B";
  std::string out;
  const auto say = [&out](const std::string& text) { out += (out.empty() ? "" : "; ") + text; };
  if (node.other_parent) {
    say("below " + above_words(*r.a.model, node.parent_a) + " in A, " +
        above_words(*r.b.model, node.parent_b) + " in B");
  }
  if (node.rest_differs) say("at rest " + apart_text(node.rest));
  if (node.clips_differ) {
    say(apart_text(node.clips) + ", clip " + printable(clip_name(r, r.diff.clips[idx(node.clip)])) +
        " at " + seconds_text(node.time));
  }
  return out;
}

double how_bad(const NodeDiff& node) {
  const auto far = [](const Apart& apart) {
    return apart.metres + apart.degrees * 1e-2 + apart.scale;
  };
  return std::max(node.rest_differs ? far(node.rest) : 0.0,
                  node.clips_differ ? far(node.clips) : 0.0);
}

// "; only in A, without an effect: Armature", of a few.
std::string told_of(const DiffReport& r, bool of_a) {
  constexpr std::size_t kNamed = 3;
  std::string names;
  std::size_t count = 0;
  for (const NodeDiff& node : r.diff.nodes) {
    if (node.alone || (of_a ? node.b : node.a) >= 0) continue;
    if (count++ < kNamed) names += (names.empty() ? "" : ", ") + printable(node_name(r, node));
  }
  if (count == 0) return {};
  if (count > kNamed) names += " and " + counted(count - kNamed, "more", "more");
  return std::string("; only in ") + (of_a ? "A" : "B") + ", without an effect: " + names;
}

}  // namespace

std::string carries_word(NodeCarries carries) {
  constexpr const char* kWords[] = {"nothing", "skins", "meshes", "joints"};
  return kWords[static_cast<int>(carries)];
}

DiffChapter nodes_chapter(const DiffReport& r) {
  DiffChapter out{DiffPart::Nodes, false, "none in either", {}, {}};
  if (r.diff.nodes.empty()) return out;
  std::vector<const NodeDiff*> differ;
  std::size_t both = 0;
  for (const NodeDiff& node : r.diff.nodes) {
    if (node.a >= 0 && node.b >= 0) ++both;
    if (node.differs()) differ.push_back(&node);
  }
  std::ranges::stable_sort(differ, std::greater<>(),
                           [](const NodeDiff* node) { return how_bad(*node); });
  for (const NodeDiff* node : differ) {
    DiffRow row{printable(node_name(r, *node)), node_words(r, *node), node->a, node->b};
    if (node->clips_differ) {
      row.clip = r.diff.clips[idx(node->clip)].a;
      row.time = node->time;
    }
    out.rows.push_back(std::move(row));
  }
  out.says = differ.empty() ? "the same (" + counted(both, "node", "nodes") + ")"
                            : counted(differ.size(), "node differs", "nodes differ") + " of " +
                                  grouped(r.diff.nodes.size());
  out.says += told_of(r, true) + told_of(r, false);
  return out;
}

}  // namespace bindpose
