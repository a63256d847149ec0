// Judges the open rig on a thread beside the window, so that neither a large model nor a brush that
// changes weights in every frame keeps it waiting.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/beside/latest.h"
#include "scene/check/check.h"

namespace bindpose::app {

class Clinic {
 public:
  // `beside`: false: everything is judged at once.
  explicit Clinic(bool beside) : latest_(beside) {}

  // What was found in the scene, or in its weights before the last edit while that is being found;
  // null: nothing is known yet, or no model is open. Valid until the next call.
  const std::vector<Finding>* get(const Scene& scene, const CheckProfile& profile);
  // What get() gave last is of that scene.
  bool is_current() const { return latest_.is_current(); }
  // Those, where they are.
  const std::vector<Finding>* known() const { return latest_.known(); }
  bool busy() { return latest_.busy(); }

 private:
  struct Key {
    ModelId model;
    std::uint64_t weights = 0;
    int clips = 0;
    std::string profile;
    int influences = 0;
    bool operator==(const Key&) const = default;
  };
  Latest<Key, std::vector<Finding>> latest_;
};

}  // namespace bindpose::app
