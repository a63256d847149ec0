// What is said of weights that were computed or carried over, as text and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/automatic/automatic_binding.h"
#include "scene/automatic/transfer.h"

namespace bindpose {

struct BindAccount {
  std::string method;  // "heat"
  std::string edit;    // what to do to get these weights again, or ""
  std::size_t vertices = 0, meshes = 0, bones = 0, left_out = 0, unweighted = 0;
  std::vector<std::string> notes;
  std::optional<SceneFigures> figures;
};

// One line, and with figures a line more for each.
std::string bind_text(const BindAccount& account, const Model& model);
// All of it, and the notes.
std::string bind_json(const BindAccount& account, const Model& model);

// Likewise of weights that were taken; `edit` is what to do to get them again, or "".
std::string transfer_json(const WeightTransfer& transfer, const std::string& edit);

}  // namespace bindpose
