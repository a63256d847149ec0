#include "rig/automatic/bind_input.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <stdexcept>
#include <thread>

#include "math/numbers.h"

namespace bindpose {

BindProgress BindProgress::within(double from, double to) const {
  BindProgress out = *this;
  out.from_ = from_ + from * (to_ - from_);
  out.to_ = from_ + to * (to_ - from_);
  return out;
}

void BindProgress::at(double part) const {
  if (tell_ && !tell_(from_ + std::clamp(part, 0.0, 1.0) * (to_ - from_))) throw BindStopped{};
}

void for_blocks(std::size_t count, std::size_t block, const BindProgress& progress,
                const std::function<void(std::size_t, std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  const auto take = [&] {
    const std::size_t begin = stop ? count : next.fetch_add(block);
    if (begin < count) work(begin, std::min(begin + block, count));
    return begin < count;
  };
  const std::size_t blocks = (count + block - 1) / std::max<std::size_t>(block, 1);
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::future<void>> others;
  std::exception_ptr problem;
  try {
    for (std::size_t k = 1; k < std::min(cores, blocks); ++k) {
      others.push_back(std::async(std::launch::async, [&] {
        while (take()) {
        }
      }));
    }
  } catch (const std::system_error&) {  // no more threads: those that are there do it
  }
  try {
    while (take()) progress.at(static_cast<double>(next) / static_cast<double>(count));
  } catch (...) {
    problem = std::current_exception();
    stop = true;
  }
  for (std::future<void>& other : others) {
    try {
      other.get();
    } catch (...) {
      problem = std::current_exception();
      stop = true;
    }
  }
  if (problem) std::rethrow_exception(problem);
}

void check_bind_input(const BindInput& in) {
  if (in.segments.empty()) throw std::runtime_error("There is no bone to bind to.");
  const auto usable = [](const BoneSegment& s) { return is_finite(s.head) && is_finite(s.tail); };
  if (std::ranges::none_of(in.segments, usable))
    throw std::runtime_error("No bone has a place that is a number: there is nothing to bind to.");
  if (std::ranges::none_of(in.position, [](const vec3& p) { return is_finite(p); }))
    throw std::runtime_error("The surface has no vertex to bind.");
}

void keep_largest(std::vector<WeightEntry>& row, int limit) {
  constexpr float kEqual = 1e-3f;  // relative
  std::ranges::sort(row, [](const WeightEntry& a, const WeightEntry& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
  });
  double sum = 0.0;
  for (const WeightEntry& e : row) sum += e.weight;
  const auto least = static_cast<float>(sum * kLeastWeight);
  while (!row.empty() && !(row.back().weight > least)) row.pop_back();
  const auto most = static_cast<std::size_t>(std::max(limit, 0));
  if (most > 0 && row.size() > most) {
    const float first_out = row[most].weight;
    row.resize(most);
    // From the largest: where that one is not above what is left out, none is.
    const auto is_above = [&](float weight) { return weight - first_out > kEqual * first_out; };
    if (is_above(row.front().weight)) {
      while (!is_above(row.back().weight)) row.pop_back();
      for (WeightEntry& e : row) e.weight -= first_out;
    }
  }
  sum = 0.0;
  for (const WeightEntry& e : row) sum += e.weight;
  for (WeightEntry& e : row) e.weight = static_cast<float>(e.weight / sum);
}

void drop_crumbs(std::vector<WeightEntry>& row) {
  constexpr float kLeast = 0.5f / 255.0f;
  if (row.empty() || !(row.front().weight >= kLeast)) return;
  while (row.back().weight < kLeast) row.pop_back();
  keep_largest(row, 0);
}

Influences influences_of(std::span<const std::vector<WeightEntry>> rows,
                         std::span<const std::uint32_t> point_of_vertex) {
  Influences out;
  out.offset.reserve(point_of_vertex.size() + 1);
  for (const std::uint32_t p : point_of_vertex) {
    const std::vector<WeightEntry>& row = rows[p];
    for (const WeightEntry& e : row) {
      out.slot.push_back(static_cast<std::uint16_t>(e.slot));
      out.weight.push_back(e.weight);
    }
    out.offset.push_back(static_cast<std::uint32_t>(out.slot.size()));
    out.raw_weight_sum.push_back(row.empty() ? 0.0f : 1.0f);
  }
  return out;
}

}  // namespace bindpose
