// The dialog that takes a clip of another file: which one, and which joints stand for each other.
#pragma once

#include <memory>
#include <string>

#include "rig/retarget/joint_map.h"
#include "scene/model.h"
#include "ui/base/search_list.h"

namespace bindpose::ui {

struct Frame;

struct TakeState {
  std::shared_ptr<const Model> source;  // null: closed
  std::string path;
  bool dropped = false;  // it may be opened instead
  int clip = 0;
  bool feet = false;
  JointMap map;
  std::string map_file;  // that has the map as it is; "": none
  char search[64] = {};  // which rows are shown
  SearchList partners;   // of the joint whose list is open

  bool is_open() const { return source != nullptr; }
};

// Gives a target joint another partner (-1: none), which leaves the joint that had it.
void set_partner(JointMap& map, int target, int source);

// Enter takes the clip, Escape cancels. The answer goes into Requests, once.
void draw_take(Frame& f);

}  // namespace bindpose::ui
