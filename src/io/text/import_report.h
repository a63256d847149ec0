// Short forms for writing the importer's report.
#pragma once

#include <string>

#include "scene/model.h"

namespace bindpose {

inline void report(Model& model, Severity severity, std::string place, std::string message,
                   int joint = -1, int mesh = -1, std::vector<std::uint32_t> vertex = {}) {
  model.report.push_back(
      {severity, std::move(place), std::move(message), joint, mesh, std::move(vertex)});
}

}  // namespace bindpose
