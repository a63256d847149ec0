// Computes weights on a thread beside the window. The window asks now and then how far it is.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/automatic/automatic_binding.h"
#include "scene/automatic/transfer.h"
#include "scene/edit/mend/mend.h"

namespace bindpose::app {

class WeightMaker {
 public:
  struct Result {
    std::shared_ptr<const Model> model;  // that the weights are of
    Edit edit = ResetAll{};              // puts them into its scene
    std::string account;                 // a sentence on what was done, or ""
    std::vector<std::string> notes;      // a sentence each on what was not as it should be
    std::uint64_t weights = 0;           // WeightLog::revision of the scene that it began with
    std::string problem;                 // one sentence, or "": there are weights
    bool strays = false;  // parts of the surface saw no bone, or were joined with none
    bool passes = false;  // the account is a note that goes by itself
    std::vector<std::uint8_t> locks{};  // of the scene that it began with, #J or empty
  };

  WeightMaker() = default;
  ~WeightMaker() { drop(); }
  WeightMaker(const WeightMaker&) = delete;
  WeightMaker& operator=(const WeightMaker&) = delete;

  // What is being computed, if anything, is given up. `account`: what the result says of itself.
  void start(std::shared_ptr<const Model> model, const AutomaticMethod& how,
             const std::string& account = {});
  // Those of another file's model, for a copy of the scene: what is large is shared.
  void start(const Scene& scene, std::shared_ptr<const Model> from, const TransferWeights& how);
  // Those of a file of weights (io/weights), for a copy of the scene likewise.
  void start(const Scene& scene, const std::filesystem::path& file);
  // What a mend gives; the scene has the vertices that are meant selected.
  void start(const Scene& scene, const Mend& mend);
  // Waits for it as long as nobody would notice: what is quick is there at once.
  void wait_a_moment() const;
  bool busy() const { return job_ != nullptr; }
  // "Computing weights by heat"
  const std::string& doing() const { return job_->doing; }
  // From 0 to 1.
  float part() const { return job_ ? job_->part.load() : 0.0f; }
  void cancel();
  // The result, once; nothing where it was cancelled. Never waits.
  std::optional<Result> poll();

 private:
  struct Job {
    std::string doing;
    std::atomic<float> part{0.0f};
    std::atomic<bool> stop{false};
    std::future<std::optional<Result>> result;
  };
  using Work = std::function<Result(const BindProgress& progress)>;
  void begin(std::string doing, std::shared_ptr<const Model> model, Work work);
  void drop();

  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> given_up_;  // until their threads end
};

// The figures of the scene's weights, likewise: of the latest that was asked for.
class FigureMaker {
 public:
  FigureMaker() = default;
  ~FigureMaker();
  FigureMaker(const FigureMaker&) = delete;
  FigureMaker& operator=(const FigureMaker&) = delete;

  // Of a copy: what is large is shared.
  void start(const Scene& scene);
  bool busy() const { return result_.valid(); }
  // Once, and without a name; nothing where there are none yet. Without lines: nothing to judge.
  std::optional<JudgedWeights> poll();

 private:
  std::shared_ptr<std::atomic<bool>> stop_;
  std::future<JudgedWeights> result_;
  std::vector<std::future<JudgedWeights>> given_up_;  // until their threads end
};

}  // namespace bindpose::app
