// Judges the open rig on a thread beside the window, so that neither a large model nor a brush that
// changes weights in every frame keeps it waiting.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scene/check/check.h"

namespace bindpose::app {

class Clinic {
 public:
  // `beside`: false: everything is judged at once.
  explicit Clinic(bool beside);
  ~Clinic();
  Clinic(const Clinic&) = delete;
  Clinic& operator=(const Clinic&) = delete;

  // What was found in the scene, or in its weights before the last edit while that is being found;
  // null: nothing is known yet, or no model is open. Valid until the next call.
  const std::vector<Finding>* get(const Scene& scene, const CheckProfile& profile);
  // What get() gave last is of that scene.
  bool is_current() const { return found_ && known_ == wanted_; }
  // Those, where they are.
  const std::vector<Finding>* known() const { return is_current() ? &*found_ : nullptr; }
  bool busy();

 private:
  struct Key {
    ModelId model;
    std::uint64_t weights = 0;
    int clips = 0;
    std::string profile;
    int influences = 0;
    bool operator==(const Key&) const = default;
  };
  struct Job;
  void take();

  bool beside_;
  Key wanted_, known_;
  std::optional<std::vector<Finding>> found_;
  std::unique_ptr<Job> job_;
};

}  // namespace bindpose::app
