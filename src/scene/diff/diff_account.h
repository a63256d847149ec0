// What two scenes differ in, in words, and what each line is about: for the command line and the
// window alike. Written by io/diff.
#pragma once

#include <string>
#include <vector>

#include "scene/diff/scene_diff.h"

namespace bindpose {

// One joint, clip, mesh, channel or material.
struct DiffRow {
  std::string name;   // fit to be printed
  std::string words;  // what it differs in
  // What can be shown of it; -1 and none: nothing.
  int joint_a = -1, joint_b = -1;
  int clip = -1;  // of A, as clip_at() counts: where it is farthest off
  double time = 0.0;
  bool of_a = true;  // whose vertex `at` is
  VertexRef at;
};

struct DiffChapter {
  DiffPart part{};
  bool ignored = false;
  std::string says;           // "3 joints differ of 27", "the same (2 clips, 20 times each)"
  std::vector<DiffRow> rows;  // the worst first; empty where nothing differs
  std::vector<DiffRow> more;  // of clips: the joints that differ in any
};

struct DiffAccount {
  std::string limits;             // "To 0.0001: 0.213 mm of 2.13 m, 0.00573 degrees"
  std::vector<DiffChapter> part;  // one a DiffPart
  bool same = true;
  // The first joint that differs in anything, and its first part; where none does, the first line
  // of nodes. Words are empty where there is none.
  DiffRow first;
  DiffPart first_part{};
};

}  // namespace bindpose
