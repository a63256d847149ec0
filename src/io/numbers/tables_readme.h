// For io/numbers/write_tables.cpp: the page that says what the files are.
#pragma once

#include <string>

#include "io/numbers/write_tables.h"

namespace bindpose {

std::string tables_readme(const Scene& scene, const TablesOptions& options);

}  // namespace bindpose
