#include "app/viewer/lesson/lesson_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "app/paths.h"
#include "app/take_clip.h"
#include "app/usage_error.h"
#include "io/files/image_io.h"
#include "math/ascii.h"
#include "scene/lesson/course/course.h"
#include "scene/near_match.h"

namespace bindpose::app {
namespace fs = std::filesystem;

namespace {

constexpr const char* kModelForAny = "arm.glb";

std::string read_text(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw std::runtime_error(path + " is a folder, not a lesson");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("there is no file " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

// "03-bind-rest-posed" without its number.
std::string name_of_stem(const std::string& stem) {
  std::size_t i = 0;
  while (i < stem.size() && is_digit(stem[i])) ++i;
  return i > 0 && i + 1 < stem.size() && stem[i] == '-' ? stem.substr(i + 1) : stem;
}

std::string canonical(const std::string& path) {
  std::error_code error;
  return fs::weakly_canonical(path, error).string();
}

// How a lesson in that folder names the model: the demo models by name, others as seen from there.
std::string model_reference(const std::string& lesson_path, const std::string& model_path) {
  std::error_code error;
  const fs::path model = canonical(model_path);
  if (model.parent_path() == asset_folder()) return model.filename().string();
  const fs::path folder = fs::absolute(lesson_path, error).parent_path();
  const fs::path relative = fs::relative(model, folder, error);
  return error || relative.empty() ? model.string() : relative.string();
}

LessonFile described(const std::string& path) {
  LessonFile file{name_of_stem(fs::path(path).stem().string()), {}, {}, path};
  try {
    const Lesson lesson = read_lesson(path);
    file.title = lesson.title;
    file.summary = lesson.summary;
  } catch (const std::exception&) {
    // Listed all the same: opening it says what is wrong.
  }
  return file;
}

// By its number as --list has it (04, too); null: it is none.
const LessonFile* numbered(const std::string& word, const std::vector<LessonFile>& shipped) {
  const std::string number = word.substr(std::min(word.find_first_not_of('0'), word.size()));
  for (std::size_t k = 0; k < shipped.size(); ++k)
    if (number == std::to_string(k + 1)) return &shipped[k];
  return nullptr;
}

// A file of the course's folder, wherever links in it lead, or a lesson that comes along.
LessonFile lesson_of_course(const CourseLesson& wanted, const std::string& course_path,
                            const std::vector<LessonFile>& shipped) {
  const std::string where =
      fs::path(course_path).filename().string() + ": Line " + std::to_string(wanted.line) + ": ";
  if (!wanted.is_file) {
    const auto found = std::ranges::find(shipped, wanted.name, &LessonFile::name);
    if (found != shipped.end()) return *found;
    if (const LessonFile* by_number = numbered(wanted.name, shipped)) return *by_number;
    std::vector<std::string> names;
    for (const LessonFile& file : shipped) names.push_back(file.name);
    const std::string hint = did_you_mean(wanted.name, names);
    throw std::runtime_error(where + "no lesson " + wanted.name + " comes with the program" +
                             (hint.empty() ? "; 'bindpose lesson --list' shows them." : hint));
  }
  std::error_code error;
  const fs::path folder = canonical(fs::absolute(course_path, error).parent_path().string());
  const fs::path file = canonical((folder / wanted.name).string());
  const bool inside = std::ranges::mismatch(folder, file).in1 == folder.end();
  if (!inside || !fs::is_regular_file(file, error)) {
    throw std::runtime_error(where + "there is no lesson " + wanted.name +
                             " in the folder of the course.");
  }
  if (is_course_file(file.string()))
    throw std::runtime_error(where + wanted.name + " is a course itself; expected a lesson.");
  return described(file.string());
}

// A file that a lesson names.
std::string file_of(const std::string& name, const std::string& lesson_path) {
  std::error_code error;
  const fs::path beside = fs::absolute(lesson_path, error).parent_path() / name;
  if (fs::is_regular_file(beside, error)) return beside.lexically_normal().string();
  const fs::path demo = asset_folder() / name;
  if (fs::is_regular_file(demo, error)) return demo.string();
  throw std::runtime_error("the model " + name + " is neither beside the lesson nor a demo model");
}

}  // namespace

std::vector<LessonFile> shipped_lessons() {
  std::vector<LessonFile> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(asset_folder() / "lessons", error)) {
    if (entry.path().extension() != ".md") continue;
    files.push_back(described(entry.path().string()));
  }
  std::ranges::sort(files, {}, &LessonFile::path);
  return files;
}

std::string find_lesson(const std::string& name_or_file) {
  std::error_code error;
  if (fs::is_regular_file(name_or_file, error)) return name_or_file;
  const std::vector<LessonFile> files = shipped_lessons();
  std::vector<std::string> names;
  const LessonFile* starts = nullptr;
  if (const LessonFile* by_number = numbered(name_or_file, files)) return by_number->path;
  for (const LessonFile& file : files) {
    const std::string stem = fs::path(file.path).stem().string();
    if (name_or_file == file.name || name_or_file == stem) return file.path;
    if (!name_or_file.empty() && file.name.starts_with(name_or_file)) starts = &file;
    names.push_back(file.name);
  }
  if (starts != nullptr) return starts->path;
  const std::string hint = did_you_mean(name_or_file, names);
  throw UsageError("lesson " + name_or_file + ": there is no such file and no lesson of that name" +
                   (hint.empty() ? "; 'bindpose lesson --list' shows them" : hint));
}

bool is_course_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && is_course(read_text(path));
}

CourseFile read_course(const std::string& path) {
  const std::string file = fs::path(path).filename().string();
  std::string error;
  const std::optional<Course> course = parse_course(read_text(path), error);
  if (!course) throw std::runtime_error(file + ": " + error);
  const std::vector<LessonFile> shipped = shipped_lessons();
  CourseFile out{course->title, path, {}};
  for (const CourseLesson& lesson : course->lessons) {
    LessonFile found = lesson_of_course(lesson, path, shipped);
    if (std::ranges::find(out.lessons, found.path, &LessonFile::path) != out.lessons.end()) {
      throw std::runtime_error(file + ": Line " + std::to_string(lesson.line) + ": the lesson " +
                               found.name + " stands here twice.");
    }
    out.lessons.push_back(std::move(found));
  }
  return out;
}

Lesson read_lesson(const std::string& path) {
  std::string error;
  std::optional<Lesson> lesson = parse_lesson(read_text(path), error);
  if (!lesson) throw std::runtime_error(fs::path(path).filename().string() + ": " + error);
  return std::move(*lesson);
}

std::string lesson_model_path(const Lesson& lesson, const std::string& lesson_path) {
  if (lesson.model.empty()) return (asset_folder() / kModelForAny).string();
  try {
    return file_of(lesson.model, lesson_path);
  } catch (const std::runtime_error& e) {
    throw std::runtime_error(fs::path(lesson_path).filename().string() + ": Line " +
                             std::to_string(lesson.model_line) + ": " + e.what());
  }
}

LessonFiles lesson_companions(const std::string& lesson_path, const ImportLimits& limits,
                              const std::function<bool()>& stopped) {
  ImportOptions options;
  if (stopped) options.progress = [stopped](const char*, float) { return !stopped(); };
  LessonFiles files;
  files.has_its_numbers = [](const Model& model) {
    return canonical(model.path) == canonical((asset_folder() / kModelForAny).string());
  };
  files.open_model = [lesson_path, limits, options](const std::string& model) {
    return import_in_child(file_of(model, lesson_path), options, limits);
  };
  files.fill_in = [lesson_path, limits, options](Edit& edit, const Scene& scene) {
    auto& take = edit.get<TakeClip>();
    take.file = file_of(take.file, lesson_path);
    if (!take.map.empty()) take.map = file_of(take.map, lesson_path);
    ImportOptions without = options;
    without.textures = false;
    const std::shared_ptr<const Model> source = import_in_child(take.file, without, limits);
    fill_in(take, *source, scene);
  };
  return files;
}

std::vector<LoadedImage> load_images(const Lesson& lesson, const std::string& lesson_path) {
  constexpr int kMostSide = 4096;
  constexpr std::size_t kMostPixels = std::size_t{64} << 20;
  std::error_code error;
  const fs::path folder = fs::absolute(lesson_path, error).parent_path();
  std::vector<LoadedImage> images;
  std::size_t pixels = 0;
  for (const LessonImage& wanted : lesson.images) {
    LoadedImage loaded;
    if (pixels >= kMostPixels) {
      loaded.problem =
          "The image " + wanted.path + " is one too many: the others have 64 million pixels.";
    } else if (!fs::is_regular_file(folder / wanted.path, error)) {
      loaded.problem = "The image " + wanted.path + " is not beside the lesson.";
    } else {
      loaded.image = read_image(folder / wanted.path, kMostSide, loaded.problem);
    }
    if (loaded.image) pixels += loaded.image->pixels.size() / 4;
    images.push_back(std::move(loaded));
  }
  return images;
}

int append_step(const std::string& path, const std::string& model_path,
                const std::vector<std::string>& edits, const LessonCamera& camera) {
  std::error_code error;
  std::string text;
  int number = 1;
  if (fs::exists(path, error)) {
    text = read_text(path);
    std::string problem;
    const std::optional<Lesson> lesson = parse_lesson(text, problem);
    const std::string name = fs::path(path).filename().string();
    if (!lesson) throw std::runtime_error(name + " is no lesson to add a step to. " + problem);
    if (!lesson->model.empty() &&
        canonical(lesson_model_path(*lesson, path)) != canonical(model_path)) {
      throw std::runtime_error(name + " is a lesson about " + lesson->model +
                               ", not about the model that is open.");
    }
    number = static_cast<int>(lesson->steps.size()) + 1;
    if (!text.ends_with('\n')) text += '\n';
  } else {
    text = lesson_front_matter(fs::path(path).stem().string(), model_reference(path, model_path));
  }
  text += lesson_step_text("Step " + std::to_string(number), edits, camera);
  // Beside it first: a full disk must not cost the lesson that is there.
  const std::string draft = path + ".part";
  std::ofstream out(draft, std::ios::binary);
  out << text;
  out.close();
  if (out) fs::rename(draft, path, error);
  if (!out || error) {
    fs::remove(draft, error);
    throw std::runtime_error(path + " cannot be written.");
  }
  return number;
}

}  // namespace bindpose::app
