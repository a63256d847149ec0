#include "app/compare/numbers_checker.h"

#include "io/numbers/read_numbers.h"

namespace bindpose::app {

void NumbersChecker::open(const std::string& path) {
  path_ = path;
  column_major_ = false;
  ++reading_;
  watch_.start(path);
}

void NumbersChecker::close() {
  path_.clear();
  latest_.forget();
}

void NumbersChecker::set_column_major(bool by_columns) {
  column_major_ = by_columns;
}

bool NumbersChecker::poll_file() {
  if (!on() || !watch_.changed()) return false;
  read_again();
  return true;
}

const NumbersChecker::Answer* NumbersChecker::get(const Scene& scene, const PosedScene& posed) {
  if (!scene.model || !on()) {
    latest_.forget();
    return nullptr;
  }
  const Key key{scene.model->id,
                path_,
                reading_,
                posed.revision,
                scene.weights.revision,
                scene.view.method,
                scene.view.weights,
                column_major_};
  return latest_.get(
      key, [&](const Key& of) { return of.model == key.model && of.path == key.path; },
      [scene, posed, path = path_,
       by_columns = column_major_](const std::function<bool()>& stopped) {
        Answer out;
        try {
          const GivenNumbers given = read_numbers(scene, path, {.column_major = by_columns});
          out.verdict = compare_numbers(scene, posed, given, {.stopped = stopped});
        } catch (const std::exception& e) {
          out.problem = e.what();
        }
        return out;
      });
}

}  // namespace bindpose::app
