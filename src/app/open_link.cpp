#include "app/open_link.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <thread>

extern char** environ;

namespace bindpose::app {

bool open_link(const std::string& address) {
  if (!address.starts_with("https://") && !address.starts_with("http://")) return false;
#ifdef __APPLE__
  std::string opener = "open";
#else
  std::string opener = "xdg-open";
#endif
  std::string argument = address;
  const std::array<char*, 3> words{opener.data(), argument.data(), nullptr};
  pid_t child = -1;
  if (posix_spawnp(&child, opener.c_str(), nullptr, nullptr, words.data(), environ) != 0) {
    return false;
  }
  std::thread([child] { ::waitpid(child, nullptr, 0); }).detach();  // leaves no zombie
  return true;
}

}  // namespace bindpose::app
