// Linear blend skinning of positions and normals, four influences a vertex, 67 joints, one thread:
// against the textbook's loop over maps, and against moving the same bytes.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "math/affine_simd.h"
#include "math/transform.h"
#include "ratios.h"
#include "rig/dual_quaternion.h"
#include "rig/skinning.h"
#include "textbook.h"

namespace bindpose::bench {
namespace {

constexpr int kJoints = 67;

// Reads n bytes (a multiple of 64 of them) as fast as plain code can.
std::uint64_t read_bytes(const void* data, std::size_t n) {
  const char* p = static_cast<const char*>(data);
#if defined(BINDPOSE_SSE2)
  __m128i sum[4] = {};
  for (std::size_t at = 0; at + 64 <= n; at += 64) {
    for (std::size_t k = 0; k < 4; ++k) {
      const auto* from = reinterpret_cast<const __m128i*>(p + at + 16 * k);
      sum[k] = _mm_add_epi64(sum[k], _mm_loadu_si128(from));
    }
  }
  const __m128i all = _mm_add_epi64(_mm_add_epi64(sum[0], sum[1]), _mm_add_epi64(sum[2], sum[3]));
  std::uint64_t low;
  std::memcpy(&low, &all, sizeof low);
  return low;
#else
  std::uint64_t sum[4] = {};
  for (std::size_t at = 0; at + 32 <= n; at += 32) {
    for (std::size_t k = 0; k < 4; ++k) {
      std::uint64_t word;
      std::memcpy(&word, p + at + 8 * k, sizeof word);
      sum[k] += word;
    }
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
#endif
}

template <typename T>
std::uint64_t read_bytes(const std::vector<T>& v) {
  return read_bytes(v.data(), v.size() * sizeof(T));
}

// A long tube along x; every vertex is pulled by the four joints around it.
struct Tube {
  Mesh mesh;
  std::vector<mat4> palette;
  TextbookWeights maps;
  std::vector<vec3> position_out, normal_out;

  explicit Tube(std::size_t vertices, bool with_maps) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<float> weight(0.05f, 1.0f);
    std::vector<std::vector<WeightEntry>> rows(vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
      const float along = static_cast<float>(i) / static_cast<float>(vertices);
      const float angle = static_cast<float>(i % 64) * 0.0981748f;
      const vec3 out(0.0f, std::cos(angle), std::sin(angle));
      mesh.position.push_back(vec3(10.0f * along, 0.0f, 0.0f) + out);
      mesh.normal.push_back(out);
      const int first = static_cast<int>(along * (kJoints - 4));
      for (int k = 0; k < 4; ++k) rows[i].push_back({first + k, weight(engine)});
    }
    mesh.file_binding.influences = pack_influences(rows, kJoints).influences;
    for (int j = 0; j < kJoints; ++j) {
      const auto x = static_cast<float>(j);
      palette.push_back(
          to_matrix({{0.01f * x, 0.02f, 0}, rotation_from_degrees({x, 0.5f * x, 3}), vec3(1.0f)}));
    }
    mesh.file_binding.skin.joint.resize(kJoints);
    mesh.file_binding.skin.bind.assign(kJoints, mat4(1.0f));
    position_out.resize(vertices);
    normal_out.resize(vertices);
    if (with_maps) fill_maps();
  }

  void fill_maps() {
    const Influences& in = mesh.file_binding.influences;
    maps.resize(in.vertex_count());
    for (std::size_t i = 0; i < maps.size(); ++i) {
      for (std::size_t k = in.offset[i]; k < in.offset[i + 1]; ++k) {
        maps[i][in.slot[k]] = in.weight[k];
      }
    }
  }

  void done() {
    benchmark::DoNotOptimize(position_out.data());
    benchmark::DoNotOptimize(normal_out.data());
    benchmark::ClobberMemory();
  }
  void ours(SkinningPath path = best_skinning_path()) {
    linear_blend_skinning(path, skinning_input(bound_as_in_file(mesh), palette, mat4(1.0f)),
                          position_out, normal_out);
    done();
  }
  void dual(SkinningPath path) {
    const mat4 node(1.0f);
    dual_quaternion_skinning(path, skinning_input(bound_as_in_file(mesh), palette, node),
                             position_out, normal_out);
    done();
  }
  void textbook() {
    textbook_skinning(mesh.position, mesh.normal, maps, palette, position_out, normal_out);
    done();
  }
  // What skinning moves for a vertex with four influences, and nothing else: 24 bytes in (position
  // and normal) that are copied to 24 bytes out, and 28 bytes in (offset 4, slots 4 x 2, weights 4
  // x 4) that are only read. One pass an array, which is kinder to the memory than skinning's
  // interleaving.
  void move_bytes() {
    std::memcpy(position_out.data(), mesh.position.data(), position_out.size() * sizeof(vec3));
    std::memcpy(normal_out.data(), mesh.normal.data(), normal_out.size() * sizeof(vec3));
    const Influences& in = mesh.file_binding.influences;
    benchmark::DoNotOptimize(read_bytes(in.offset) + read_bytes(in.slot) + read_bytes(in.weight));
    done();
  }
};

void count_vertices(benchmark::State& state) {
  state.counters["per_vertex"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void lbs_ours(benchmark::State& state, SkinningPath path) {
  if (!is_supported(path)) return state.SkipWithError("not supported by this processor");
  Tube tube(static_cast<std::size_t>(state.range(0)), false);
  for (auto _ : state) tube.ours(path);
  count_vertices(state);
}

void lbs_textbook(benchmark::State& state) {
  Tube tube(static_cast<std::size_t>(state.range(0)), true);
  for (auto _ : state) tube.textbook();
  count_vertices(state);
}

void lbs_bytes(benchmark::State& state) {
  Tube tube(static_cast<std::size_t>(state.range(0)), false);
  for (auto _ : state) tube.move_bytes();
  count_vertices(state);
}

#define BINDPOSE_SIZES \
  ->Arg(400)->Arg(10000)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond)
BENCHMARK_CAPTURE(lbs_ours, avx512, SkinningPath::Avx512) BINDPOSE_SIZES;
BENCHMARK_CAPTURE(lbs_ours, avx2, SkinningPath::Avx2) BINDPOSE_SIZES;
BENCHMARK_CAPTURE(lbs_ours, sse, SkinningPath::Sse) BINDPOSE_SIZES;
BENCHMARK_CAPTURE(lbs_ours, scalar, SkinningPath::Scalar) BINDPOSE_SIZES;
BENCHMARK(lbs_textbook) BINDPOSE_SIZES;
BENCHMARK(lbs_bytes) BINDPOSE_SIZES;

bool add_lbs_ratios() {
  for (const std::size_t vertices : {std::size_t{100000}, std::size_t{1000000}}) {
    const std::string name = std::to_string(vertices) + " vertices";
    const auto items = static_cast<double>(vertices);
    add_ratio("skinning P+N / textbook maps, " + name, 0.2, [=] {
      auto tube = std::make_shared<Tube>(vertices, true);
      return Contest{[tube] { tube->ours(); }, [tube] { tube->textbook(); }, items, "vertex"};
    });
    const auto against_bytes = [&](const std::string& kernel, SkinningPath path) {
      if (!is_supported(path)) return;
      add_ratio("skinning P+N / moving the same bytes, " + kernel + ", " + name, 1.4, [=] {
        auto tube = std::make_shared<Tube>(vertices, false);
        return Contest{[=] { tube->ours(path); }, [=] { tube->move_bytes(); }, items, "vertex"};
      });
    };
    against_bytes("AVX-512", SkinningPath::Avx512);
    against_bytes("AVX2", SkinningPath::Avx2);
    const auto dual = [&](const std::string& kernel, SkinningPath path) {
      if (!is_supported(path)) return;
      add_ratio("dual quaternions / linear blend, " + kernel + ", " + name, 2.0, [=] {
        auto tube = std::make_shared<Tube>(vertices, false);
        return Contest{[=] { tube->dual(path); }, [=] { tube->ours(path); }, items, "vertex"};
      });
    };
    dual("AVX-512", SkinningPath::Avx512);
    dual("AVX2", SkinningPath::Avx2);
  }
  return true;
}
[[maybe_unused]] const bool kLbsRatios = add_lbs_ratios();

}  // namespace
}  // namespace bindpose::bench
