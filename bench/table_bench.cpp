// The weight table of a large model: its lines sorted (beside the window), and a frame of the whole
// interface while it scrolls.
#include <benchmark/benchmark.h>
#include <imgui.h>

#include "app/beside/table_maker.h"
#include "generated_model.h"
#include "io/import.h"
#include "scene/edit/edit.h"
#include "ui/base/input_feed.h"
#include "ui/ui.h"
#include "ui/ui_state.h"
#include "view/bones.h"

namespace bindpose::bench {
namespace {

void table_sort(benchmark::State& state) {
  const auto vertices = static_cast<std::size_t>(state.range(0));
  const Scene scene = make_scene(import_model(generated_model(vertices, 60), {}));
  const TableQuery query{.by = TableQuery::By::Joint, .by_joint = 30, .descending = true};
  std::size_t lines = 0;
  for (auto _ : state) benchmark::DoNotOptimize(lines = table_rows(scene, query).row.size());
  state.counters["lines"] = static_cast<double>(lines);
}
BENCHMARK(table_sort)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);

// Range 1: 0 without the table, 1 with the largest weights first, 2 with a column a joint.
void table_scroll(benchmark::State& state) {
  const auto vertices = static_cast<std::size_t>(state.range(0));
  const Document document(make_scene(import_model(generated_model(vertices, 60), {})));
  const PosedScene posed = evaluate(document.scene());
  const BoneSet bones;
  app::TableMaker maker(false);
  ui::create_context();
  ui::load_fonts("", "", 1.0f);
  ui::build_fonts();
  ui::apply_theme(true, 1.0f);
  ui::UiState ui_state;
  ui_state.table.open = state.range(1) > 0;
  ui_state.table.by_joint = state.range(1) == 2;
  ui::UiInput input{.document = document, .posed = posed, .bones = bones, .camera = Camera{}};
  ui::TableOfModel& table = ui_state.of_model.table;
  const Scene& scene = document.scene();
  for (auto _ : state) {
    input.table = {maker.get(scene, ui::wanted_rows(ui_state.table, table, scene)), true};
    table.first += 997.0;
    if (table.first > static_cast<double>(vertices) - 100.0) table.first = 0.0;
    ui::begin_frame({}, {1280.0f, 720.0f}, 1.0f, 0.016);
    benchmark::DoNotOptimize(ui::draw(ui_state, input).view_size);
    ImGui::Render();
  }
  ui::destroy_context();
}
BENCHMARK(table_scroll)
    ->ArgNames({"vertices", "columns"})
    ->ArgsProduct({{1000, 1000000}, {0, 1, 2}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bindpose::bench
