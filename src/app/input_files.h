// Files that a command is given or names to be read, and those that a model is made of besides
// (Model::companions): nothing is written over them.
#pragma once

#include <filesystem>
#include <string>

namespace bindpose::app {

// From now on that file is one of them. `what` completes "FILE is ...". May be called from any
// thread; it holds for the process.
void note_input(const std::filesystem::path& file, const char* what = "a file that is read here");

// Throws UsageError, which begins with the option, where `output` is one of them, under whatever
// name: links and ".." are followed.
void refuse_to_replace_input(const std::string& option, const std::filesystem::path& output);

// Whether two paths are one file, under whatever names; it need not be there yet.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace bindpose::app
