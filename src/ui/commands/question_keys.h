// Keys that answer the open question of a lesson and do nothing else meanwhile.
#pragma once

#include "ui/base/input_feed.h"
#include "ui/frame.h"

namespace bindpose::ui {

int digit_of(Key key);  // -1: it is none
// A digit of the number that is asked for, its sign or its point; or the number of an option.
bool answers_question(const Frame& f, Key key);

}  // namespace bindpose::ui
