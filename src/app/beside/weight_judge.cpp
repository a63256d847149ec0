#include "app/beside/weight_judge.h"

#include <algorithm>

namespace bindpose::app {
namespace {

constexpr const char* kEdited = "edited";
constexpr std::size_t kMostNames = 32;

}  // namespace

void WeightJudge::name(const Scene& scene, const std::string& what) {
  if (names_.size() >= kMostNames) names_.erase(names_.begin());
  names_.emplace_back(which(scene), what);
}

std::string WeightJudge::name_of(const Scene& scene, const Scene& open) const {
  const auto known = std::ranges::find(names_, which(scene), &std::pair<Which, std::string>::first);
  if (known != names_.end()) return known->second;
  if (&scene != &open) return "B";
  if (exact_reach(scene) != nullptr) return "radius";
  const bool edited = std::ranges::any_of(scene.edited.binding, [](const auto& b) { return !!b; });
  return edited ? kEdited : "file";
}

void WeightJudge::judge(const Scene& scene, const Scene& open) {
  if (open_ != open.model.get()) column_.clear();
  open_ = open.model.get();
  latest_ = {which(scene), {}};
  latest_.judged.name = name_of(scene, open);
  figures_.start(scene);
}

bool WeightJudge::poll() {
  auto made = figures_.poll();
  if (!made) return false;
  latest_.judged.figures = made->figures;
  latest_.judged.lines = std::move(made->lines);
  if (latest_.judged.lines.empty()) return true;  // there is nothing to judge
  std::erase_if(column_, [&](const Column& c) { return c.judged.name == latest_.judged.name; });
  column_.push_back(latest_);
  if (column_.size() > kMostColumns) column_.erase(column_.begin());
  return true;
}

std::vector<std::pair<std::string, std::string>> WeightJudge::lines(const Scene& open,
                                                                    const Scene* other) const {
  const bool of_open = latest_.which == which(open);
  const bool of_other = other != nullptr && latest_.which == which(*other);
  if ((!of_open && !of_other) || latest_.judged.lines.empty()) return {};
  std::vector<std::pair<std::string, std::string>> out = latest_.judged.lines;
  if (other != nullptr) out.insert(out.begin(), {"weights", of_other ? "of B" : "of A"});
  return out;
}

std::vector<JudgedWeights> WeightJudge::columns(const Scene& open) const {
  std::vector<JudgedWeights> out;
  if (open_ != open.model.get()) return out;
  for (const Column& c : column_) {
    const bool stale = c.judged.name == kEdited && c.which != which(open);
    if (!stale) out.push_back(c.judged);
  }
  return out;
}

}  // namespace bindpose::app
