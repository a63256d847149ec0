#include "io/image_store.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "io/files/companion.h"
#include "io/files/image_alpha.h"
#include "io/files/image_io.h"
#include "io/files/image_pixels.h"
#include "io/model_file.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/ascii.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

// Decoded, of all images together: half of what an import may take, which holds them once more
// while it hands them over.
constexpr std::size_t kPlenty = std::size_t{1} << 30;
constexpr std::size_t kMostStored = kPlenty + (kPlenty >> 1);
constexpr int kSmallSide = 1024;  // what images behind kPlenty are brought down to
constexpr std::size_t kMostSearched = 20000;
constexpr int kSearchDepth = 3;

std::string file_name_of(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == path.npos ? path : path.substr(slash + 1);
}

// A file's name as texture folders are searched for it.
std::string stem_of(const std::string& name) {
  return name.substr(0, name.find_last_of('.'));
}

bool is_picture(const fs::path& file) {
  static constexpr const char* kEndings[] = {".png",  ".jpg", ".jpeg", ".tga", ".bmp",
                                             ".webp", ".psd", ".gif",  ".hdr", ".avif"};
  const std::string ending = in_lower_case(file.extension().string());
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](const char* e) { return ending == e; });
}

// Where the image may lie: as the file says when that is below its folder, else its bare name
// beside the model, in textures/, or where the FBX SDK unpacks embedded media. `other_case`: by
// names in other capitals.
std::optional<fs::path> find_beside(const fs::path& model, std::string stored, bool other_case) {
  std::replace(stored.begin(), stored.end(), '\\', '/');
  std::vector<fs::path> tries;
  for (const std::string& path : {stored, percent_decoded(stored)}) {
    if (path.find('\0') != path.npos) continue;
    tries.emplace_back(path);
    const std::string name = file_name_of(path);
    if (name.empty()) continue;
    tries.emplace_back(name);
    tries.emplace_back(fs::path("textures") / name);
    tries.emplace_back(fs::path("Textures") / name);
    tries.emplace_back(fs::path(model.stem().string() + ".fbm") / name);
  }
  for (const auto& candidate : tries) {
    auto found = other_case ? find_in_other_case(model.parent_path(), candidate)
                            : find_companion(model.parent_path(), candidate);
    if (found) return found;
  }
  return std::nullopt;
}

// Whether a picture is where no file is read: as the model names it, but outside of its folder.
bool lies_outside(const fs::path& model, std::string stored) {
  std::replace(stored.begin(), stored.end(), '\\', '/');
  if (stored.find('\0') != stored.npos || stays_below(stored)) return false;
  std::error_code error;
  return fs::is_regular_file(model.parent_path() / stored, error);
}

// G: roughness, B: metalness, each the first channel of its picture; white without one. As large as
// the larger.
Image packed_finish(const Image* rough, const Image* metal) {
  Image out;
  for (const Image* image : {rough, metal}) {
    if (image == nullptr) continue;
    out.width = std::max(out.width, image->width);
    out.height = std::max(out.height, image->height);
  }
  const auto width = static_cast<std::size_t>(out.width);
  const auto height = static_cast<std::size_t>(out.height);
  out.pixels.assign(4 * width * height, 255);
  for (const Image* image : {rough, metal}) {
    if (image == nullptr) continue;
    const auto from_width = static_cast<std::size_t>(image->width);
    const auto from_height = static_cast<std::size_t>(image->height);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t from = y * from_height / height * from_width + x * from_width / width;
        out.pixels[4 * (y * width + x) + (image == rough ? 1 : 2)] = image->pixels[4 * from];
      }
    }
  }
  return out;
}

// Whether the pixels can be normals: nearly all point out of the surface and are about of length 1.
bool looks_like_normals(const Image& image) {
  const std::size_t count = image.pixels.size() / 4;
  const std::size_t step = std::max<std::size_t>(count / 4096, 1);
  std::size_t seen = 0, sound = 0;
  for (std::size_t i = 0; i < count; i += step, ++seen) {
    const std::uint8_t* p = &image.pixels[4 * i];
    const vec3 n = vec3(p[0], p[1], p[2]) / 127.5f - 1.0f;
    const float length = glm::length(n);
    if (n.z > 0.0f && length > 0.8f && length < 1.2f) ++sound;
  }
  return 10 * sound >= 9 * seen;
}

}  // namespace

ImageStore::ImageStore(const fs::path& model_file, const ImportOptions& options, Model& model)
    : file_(model_file), options_(options), model_(model) {}

std::optional<fs::path> ImageStore::find(const std::string& stored) {
  const std::string clean = clean_text(stored);
  for (const std::string& name : {clean, file_name_of(clean)}) {
    const auto own = options_.texture_files.find(name);
    if (own == options_.texture_files.end()) continue;
    std::error_code error;
    if (fs::is_regular_file(own->second, error)) {
      FoundCompanions::add(own->second);
      return own->second;
    }
  }
  if (auto beside = find_beside(file_, stored, false)) return beside;
  if (auto other = find_beside(file_, stored, true)) {
    report(model_, Severity::Info, "file",
           "It names the picture \"" + clean + "\", which is not there; \"" +
               clean_text(other->filename().string()) +
               "\" was taken, whose name differs in capitals alone.");
    return other;
  }
  if (options_.texture_folders.empty()) return std::nullopt;
  if (!searched_) {
    searched_ = true;
    std::vector<fs::path> seen;
    for (const fs::path& folder : options_.texture_folders) {
      std::error_code error;
      fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                          error);
      for (; !error && at != fs::recursive_directory_iterator() && seen.size() < kMostSearched;
           at.increment(error)) {
        if (at.depth() >= kSearchDepth) at.disable_recursion_pending();
        std::error_code unreadable;
        if (is_picture(at->path()) && at->is_regular_file(unreadable)) seen.push_back(at->path());
      }
    }
    // The nearest counts, and of equals the first: the order of a folder's entries is the system's.
    const auto depth = [](const fs::path& p) { return std::distance(p.begin(), p.end()); };
    std::stable_sort(seen.begin(), seen.end(), [&](const fs::path& a, const fs::path& b) {
      return depth(a) != depth(b) ? depth(a) < depth(b) : a < b;
    });
    for (const fs::path& p : seen) {
      const std::string name = in_lower_case(p.filename().string());
      found_files_.emplace(name, p);
      found_stems_.emplace(stem_of(name), p);
    }
  }
  for (const std::string& path : {stored, percent_decoded(stored)}) {
    const std::string name = in_lower_case(file_name_of(path));
    if (name.empty()) continue;
    const auto exact = found_files_.find(name);
    const auto other = found_stems_.find(stem_of(name));
    if (exact == found_files_.end() && other == found_stems_.end()) continue;
    const fs::path& found = exact != found_files_.end() ? exact->second : other->second;
    FoundCompanions::add(found);
    return found;
  }
  return std::nullopt;
}

// As the model names it, with a way to read it where there is one.
ImageSource ImageStore::found(const ImageSource& source) {
  ImageSource out{clean_text(source.stored), clean_text(source.name), source.decode};
  if (out.decode) return out;
  out.name = clean_text(file_name_of(source.stored));
  const auto path = find(source.stored);
  if (!path) return out;
  out.name = clean_text(path->filename().string());
  out.file = path->string();
  out.decode = [path = *path](int max_side, std::string& error) {
    return read_image(path, max_side, error, ImageKinds::All);
  };
  return out;
}

void ImageStore::add(const std::string& key, const ImageSource& source, const ImageUser& user) {
  const auto [known, fresh] = index_.try_emplace(key, wanted_.size());
  if (fresh) wanted_.push_back({source.stored, source.name, source.decode, source.file, {}});
  wanted_[known->second].user.push_back(user);
}

void ImageStore::want(const ImageSource& source, const ImageUser& user) {
  const std::string key = (source.decode ? "own " : "file ") + source.stored;
  const auto known = index_.find(key);
  if (known != index_.end()) {
    wanted_[known->second].user.push_back(user);
  } else {
    add(key, found(source), user);
  }
}

void ImageStore::want_packed(const ImageSource* rough, const ImageSource* metal,
                             const ImageUser& user, bool gloss) {
  if (!gloss && rough != nullptr && metal != nullptr && rough->stored == metal->stored) {
    return want(*rough, user);
  }
  ImageSource from[2];  // roughness, metalness
  std::string key = gloss ? "packed gloss" : "packed";
  std::string name;
  for (const ImageSource* source : {rough, metal}) {
    const bool first = source == rough;
    key += "|" + (source == nullptr ? std::string() : source->stored);
    if (source == nullptr) continue;
    ImageSource& to = from[first ? 0 : 1];
    to = found(*source);
    name += (name.empty() ? "" : ", ") + to.name;
    if (!to.decode) add("file " + source->stored, to, user);  // to be said, and to be found
  }
  if (!from[0].decode && !from[1].decode) return;
  const DecodeImage decode = [first = from[0].decode, second = from[1].decode, gloss](
                                 int side, std::string& error) -> std::optional<Image> {
    std::optional<Image> r, m;
    if (first && !(r = first(side, error))) return r;
    if (r && gloss) invert_first_channel(*r);
    if (second && !(m = second(side, error))) return m;
    return packed_finish(r ? &*r : nullptr, m ? &*m : nullptr);
  };
  add(key, {name, name, decode}, user);
}

bool ImageStore::want_covered(const ImageSource* color, const ImageSource& coverage,
                              const ImageUser& user) {
  const ImageSource covers = found(coverage);
  if (!covers.decode) {
    add("file " + coverage.stored, covers, user);  // to be said, and to be found
    if (color != nullptr) want(*color, {user.material, user.slot});
    return color != nullptr;
  }
  const ImageSource colors = color == nullptr ? ImageSource() : found(*color);
  if (color != nullptr && !colors.decode) add("file " + color->stored, colors, user);
  const std::string name = colors.decode ? colors.name + ", " + covers.name : covers.name;
  const DecodeImage decode = [first = colors.decode, second = covers.decode](
                                 int side, std::string& error) -> std::optional<Image> {
    std::optional<Image> rgb, alpha;
    if (first && !(rgb = first(side, error))) return rgb;
    if (!(alpha = second(side, error))) return rgb;  // `error` says that it has no alpha
    return with_coverage(std::move(rgb), std::move(*alpha));
  };
  const std::string key =
      "covered|" + (color == nullptr ? std::string() : color->stored) + "|" + coverage.stored;
  add(key, {name, name, decode}, user);
  return static_cast<bool>(colors.decode);
}

std::string ImageStore::place(const Wanted& wanted) const {
  return "material " + model_.materials[wanted.user.front().material].name;
}

void ImageStore::keep(const Wanted& wanted, std::optional<Image> image, const std::string& error) {
  if (!image) {
    report(model_, Severity::Warning, place(wanted),
           "The texture \"" + wanted.stored + "\" could not be used: " + error);
    return;
  }
  if (!error.empty()) {
    report(model_, Severity::Warning, place(wanted),
           "The texture \"" + wanted.stored + "\" is shown without a part of it: " + error);
  }
  bool smaller = false;
  while (bytes_ + image->pixels.size() > kPlenty &&
         std::max(image->width, image->height) > kSmallSide) {
    *image = halved(*image);
    smaller = true;
  }
  if (bytes_ + image->pixels.size() > kMostStored) {
    report(model_, Severity::Warning, place(wanted),
           "The texture \"" + wanted.stored +
               "\" was left out: all images together are larger than can be shown.");
    return;
  }
  shrunk_ += smaller ? 1 : 0;
  bytes_ += image->pixels.size();
  image->name = wanted.name;
  image->file = wanted.file;
  const bool soft =
      std::ranges::any_of(wanted.user, &ImageUser::sets_alpha) && lets_through_softly(*image);
  const auto next = static_cast<int>(model_.images.size());
  int plain = -1, slopes = -1;  // of those that are pushed
  const bool heights =
      std::ranges::any_of(wanted.user, &ImageUser::maybe_bump) && !looks_like_normals(*image);
  const bool both = heights && !std::ranges::all_of(wanted.user, &ImageUser::maybe_bump);
  if (heights && (!both || bytes_ + image->pixels.size() <= kMostStored)) {
    const auto user = std::ranges::find(wanted.user, true, &ImageUser::maybe_bump);
    const TextureUse& use = model_.materials[user->material].use(user->slot);
    model_.images.push_back(normals_of_heights(*image, use.wrap_u == TextureWrap::Repeat,
                                               use.wrap_v == TextureWrap::Repeat));
    bytes_ += both ? image->pixels.size() : 0;
    slopes = next;
  }
  if (!heights || both) {
    plain = static_cast<int>(model_.images.size());
    model_.images.push_back(std::move(*image));
  }
  for (const ImageUser& user : wanted.user) {
    Material& material = model_.materials[user.material];
    const bool bump = heights && user.maybe_bump;
    material.use(user.slot).image = bump ? slopes : plain;
    if (user.sets_alpha && material.alpha_mode == AlphaMode::Opaque) {
      material.alpha_mode = soft ? AlphaMode::Blend : AlphaMode::Mask;
    }
    if (!bump) continue;
    report(model_, Severity::Info, "material " + material.name,
           "\"" + wanted.name + "\" is no normal map but one of heights: its slopes " +
               (slopes < 0 ? "need too much memory and are not shown."
                           : "are shown, as if white were 1/128 of the picture's width above "
                             "black."));
  }
}

void ImageStore::load(const std::function<void(float)>& progress) {
  for (const Wanted& wanted : wanted_) {
    if (wanted.decode) continue;
    report(model_, Severity::Warning, place(wanted),
           "The texture \"" + wanted.stored +
               (lies_outside(file_, wanted.stored)
                    ? "\" lies outside of the model's folder, and nothing is read from there: put "
                      "it beside the model, or say where it is (File > Find textures, --textures)."
                    : "\" is missing; it was looked for beside the model and in textures/."));
    for (const ImageUser& user : wanted.user) {
      model_.missing_textures.push_back(
          {wanted.stored, static_cast<int>(user.material), user.slot});
    }
  }
  std::erase_if(wanted_, [](const Wanted& wanted) { return !wanted.decode; });
  // A few at a time, and kept in their order: what becomes of those behind the limit must not
  // depend on which thread is done first.
  const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
  for (std::size_t first = 0; first < wanted_.size(); first += threads) {
    progress(static_cast<float>(first) / static_cast<float>(wanted_.size()));
    const std::size_t count = std::min(threads, wanted_.size() - first);
    std::vector<std::optional<Image>> image(count);
    std::vector<std::string> error(count);
    const auto decode = [&](std::size_t k) {
      try {
        image[k] = wanted_[first + k].decode(options_.max_image_side, error[k]);
      } catch (const std::exception&) {
        error[k] = "it needs more memory than there is.";
      }
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t k = 1; k < count; ++k) others.emplace_back(decode, k);
      decode(0);
    }
    for (std::size_t k = 0; k < count; ++k) keep(wanted_[first + k], std::move(image[k]), error[k]);
  }
  if (shrunk_ > 0) {
    report(model_, Severity::Info, "file",
           counted(shrunk_, "texture is", "textures are") +
               " shown in a smaller size: all images together take too much memory.");
  }
}

}  // namespace bindpose
