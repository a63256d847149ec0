// For io/check/*.cpp: one file's findings as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "io/check/checked_file.h"

namespace bindpose {

nlohmann::ordered_json check_json(const CheckedFile& file);

}  // namespace bindpose
