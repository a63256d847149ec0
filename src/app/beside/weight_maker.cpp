#include "app/beside/weight_maker.h"

#include <chrono>
#include <exception>
#include <utility>

#include "io/weights/weights_file.h"

namespace bindpose::app {
namespace {

template <typename Future>
bool is_there(const Future& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

void WeightMaker::start(std::shared_ptr<const Model> model, const AutomaticMethod& how,
                        const std::string& account) {
  begin("Computing weights by " + amount_of(how.method).method, model,
        [model, how, account](const BindProgress& progress) {
          AutomaticBinding binding = bind_automatically(*model, how, progress);
          Result made{model, edit_of(binding), account, std::move(binding.notes), 0, {}};
          made.strays = binding.strays > 0;
          made.passes = true;
          return made;
        });
}

void WeightMaker::start(const Scene& scene, std::shared_ptr<const Model> from,
                        const TransferWeights& how) {
  begin("Taking the weights of " + from->name, scene.model,
        [scene, from, how](const BindProgress& progress) {
          WeightTransfer taken = transfer_weights(scene, *from, how, progress);
          TransferWeights edit = how;
          edit.made = std::make_shared<const std::vector<MeshWeights>>(std::move(taken.weights));
          return Result{scene.model,
                        std::move(edit),
                        account_of(taken, from->name),
                        std::move(taken.notes),
                        scene.weights.revision,
                        {}};
        });
}

void WeightMaker::start(const Scene& scene, const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  begin("Reading " + name, scene.model, [scene, file, name](const BindProgress&) {
    std::vector<std::string> notes;
    auto weights =
        std::make_shared<const std::vector<MeshWeights>>(read_weights(scene, file, &notes));
    const std::size_t n = weights->size();
    return Result{scene.model,
                  SetInfluences{std::move(weights)},
                  "Loaded the weights of " + std::to_string(n) + (n == 1 ? " mesh" : " meshes") +
                      " from " + name + ".",
                  std::move(notes),
                  0,
                  {}};
  });
}

void WeightMaker::start(const Scene& scene, const Mend& mend) {
  begin("Mending weights", scene.model, [scene, mend](const BindProgress& progress) {
    auto made = std::make_shared<const MendResult>(mended(scene, mend, progress));
    const std::string account = made->account;
    Result out{scene.model, MendWeights{mend, std::move(made)}, account, {}, scene.weights.revision,
               {}};
    out.locks = scene.marks.weights_locked;
    return out;
  });
}

void WeightMaker::wait_a_moment() const {
  constexpr std::chrono::milliseconds kUnnoticed(60);
  if (job_) job_->result.wait_for(kUnnoticed);
}

void WeightMaker::begin(std::string doing, std::shared_ptr<const Model> model, Work work) {
  cancel();
  auto job = std::make_unique<Job>();
  job->doing = std::move(doing);
  job->result = std::async(std::launch::async,
                           [model = std::move(model), work = std::move(work),
                            job = job.get()]() mutable -> std::optional<Result> {
                             const BindProgress progress([job](double part) {
                               job->part = static_cast<float>(part);
                               return !job->stop;
                             });
                             try {
                               return work(progress);
                             } catch (const BindStopped&) {
                               return std::nullopt;
                             } catch (const std::exception& e) {
                               return Result{model, ResetAll{}, {}, {}, 0, e.what()};
                             }
                           });
  job_ = std::move(job);
}

void WeightMaker::cancel() {
  std::erase_if(given_up_, [](const auto& job) { return is_there(job->result); });
  if (!job_) return;
  job_->stop = true;
  given_up_.push_back(std::move(job_));
}

void WeightMaker::drop() {
  cancel();
  for (const auto& job : given_up_) job->result.wait();
}

std::optional<WeightMaker::Result> WeightMaker::poll() {
  if (!job_ || !is_there(job_->result)) return std::nullopt;
  const std::unique_ptr<Job> done = std::move(job_);
  return done->result.get();
}

FigureMaker::~FigureMaker() {
  if (stop_) *stop_ = true;
  if (result_.valid()) result_.wait();
  for (const auto& result : given_up_) result.wait();
}

void FigureMaker::start(const Scene& scene) {
  std::erase_if(given_up_, [](const auto& result) { return is_there(result); });
  if (result_.valid()) {
    *stop_ = true;
    given_up_.push_back(std::move(result_));
  }
  stop_ = std::make_shared<std::atomic<bool>>(false);
  result_ = std::async(std::launch::async, [scene, stop = stop_] {
    JudgedWeights out;
    try {
      const BindProgress progress([&](double) { return !*stop; });
      out.figures = scene_figures(scene, progress);
      out.lines = figure_lines(out.figures, *scene.model);
    } catch (const BindStopped&) {
    } catch (const std::exception&) {  // nothing to bind: no figures
    }
    return out;
  });
}

std::optional<JudgedWeights> FigureMaker::poll() {
  if (!result_.valid() || !is_there(result_)) return std::nullopt;
  return result_.get();
}

}  // namespace bindpose::app
