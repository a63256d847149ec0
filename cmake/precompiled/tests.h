// What most files of the tests include (cmake/layers.cmake: BINDPOSE_PCH).
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/scene.h"
