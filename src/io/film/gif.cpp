// GIF by giflib: one palette for the film, dithered in order, and of each frame only what changed.
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <optional>
#include <stdexcept>
#include <vector>

#include "io/files/file_writer.h"
#include "io/film/film_kinds.h"
#include "io/film/palette.h"

namespace bindpose {
namespace {

constexpr int kColors = 255;
constexpr std::uint8_t kNothing = 255;  // the index of what is seen through
constexpr int kSamples = 12;

struct GifRect {
  int left = 0, top = 0, width = 0, height = 0;
};

class GifFilm : public FilmWriter {
 public:
  GifFilm(const std::string& path, const FilmSpec& spec, WriteProgress* progress)
      : path_(path), spec_(spec), file_(path, progress), progress_(progress) {}

  ~GifFilm() override { close(); }

  int samples() const override { return std::min(kSamples, spec_.frames); }
  void look(const Image& frame) override { colors_.add(frame); }

  void add(const Image& frame) override {
    if (progress_ != nullptr) progress_->check();
    if (gif_ == nullptr) begin(frame);
    std::vector<std::uint8_t> now = indexed(frame);
    // What is seen through has to be cleared before the next frame; then that is a whole one.
    const bool whole = spec_.transparent || count_ == 0;
    const GifRect rect = whole ? GifRect{0, 0, spec_.width, spec_.height} : changed(now);
    put_control();
    require(EGifPutImageDesc(gif_, rect.left, rect.top, rect.width, rect.height, false, nullptr));
    std::vector<std::uint8_t> line(static_cast<std::size_t>(rect.width));
    for (int y = rect.top; y < rect.top + rect.height; ++y) {
      const std::size_t from = at(rect.left, y);
      for (std::size_t x = 0; x < line.size(); ++x) {
        const bool same = !whole && now[from + x] == before_[from + x];
        line[x] = same ? kNothing : now[from + x];
      }
      require(EGifPutLine(gif_, line.data(), rect.width));
    }
    before_ = std::move(now);
    ++count_;
  }

  void finish() override {
    if (gif_ == nullptr) throw std::runtime_error("Cannot write " + path_ + ": it has no frame.");
    int error = 0;
    const bool closed = EGifCloseFile(std::exchange(gif_, nullptr), &error) == GIF_OK;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (!closed) fail(error);
    file_.commit();
  }

 private:
  static int write(GifFileType* gif, const GifByteType* bytes, int count) {
    auto* self = static_cast<GifFilm*>(gif->UserData);
    if (self->failure_) return 0;
    try {
      self->file_.write(bytes, static_cast<std::size_t>(count));
    } catch (...) {  // not through a library in C
      self->failure_ = std::current_exception();
      return 0;
    }
    return count;
  }

  void close() {
    if (gif_ == nullptr) return;
    if (!failure_) failure_ = std::make_exception_ptr(WriteCancelled{});  // its end is not written
    int ignored = 0;
    EGifCloseFile(gif_, &ignored);
    gif_ = nullptr;
  }

  [[noreturn]] void fail(int error) {
    if (failure_) std::rethrow_exception(failure_);
    const char* why = GifErrorString(error);
    throw std::runtime_error("Cannot write " + path_ + ": " +
                             (why != nullptr ? why : "the GIF cannot be encoded") + ".");
  }
  void require(int done) {
    if (done != GIF_OK) fail(gif_->Error);
  }

  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(spec_.width) +
           static_cast<std::size_t>(x);
  }

  void begin(const Image& first) {
    colors_.add(first);
    const std::vector<Rgb> palette = colors_.palette(kColors);
    ditherer_.emplace(palette);
    std::array<GifColorType, kColors + 1> table{};
    for (std::size_t i = 0; i < palette.size(); ++i)
      table[i] = {palette[i][0], palette[i][1], palette[i][2]};
    int error = 0;
    gif_ = EGifOpen(this, write, &error);
    if (gif_ == nullptr) fail(error);
    EGifSetGifVersion(gif_, true);
    ColorMapObject* map = GifMakeMapObject(kColors + 1, table.data());
    if (map == nullptr) fail(E_GIF_ERR_NOT_ENOUGH_MEM);
    const int put = EGifPutScreenDesc(gif_, spec_.width, spec_.height, 8, kNothing, map);
    GifFreeMapObject(map);
    require(put);
    // Netscape's extension: begin again at the end, without limit.
    constexpr std::array<GifByteType, 3> kForever{1, 0, 0};
    require(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE));
    require(EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0"));
    require(EGifPutExtensionBlock(gif_, 3, kForever.data()));
    require(EGifPutExtensionTrailer(gif_));
  }

  void put_control() {
    GraphicsControlBlock control{};
    control.DisposalMode = spec_.transparent ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT;
    control.DelayTime = static_cast<int>(gif_frame_end(count_, spec_.fps) -
                                         (count_ > 0 ? gif_frame_end(count_ - 1, spec_.fps) : 0));
    control.TransparentColor = kNothing;
    std::array<GifByteType, 4> bytes{};
    EGifGCBToExtension(&control, bytes.data());
    require(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, 4, bytes.data()));
  }

  std::vector<std::uint8_t> indexed(const Image& frame) {
    std::vector<std::uint8_t> out(frame.pixels.size() / 4);
    const std::uint8_t* p = frame.pixels.data();
    std::size_t i = 0;
    for (int y = 0; y < frame.height; ++y) {
      for (int x = 0; x < frame.width; ++x, ++i, p += 4) {
        const bool seen = !spec_.transparent || p[3] >= 128;
        out[i] = seen ? ditherer_->index({p[0], p[1], p[2]}, x, y) : kNothing;
      }
    }
    return out;
  }

  // Around what differs from the frame before; one pixel where nothing does.
  GifRect changed(const std::vector<std::uint8_t>& now) const {
    int left = spec_.width, right = -1, top = -1, bottom = -1;
    for (int y = 0; y < spec_.height; ++y) {
      const auto row = static_cast<std::ptrdiff_t>(at(0, y));
      const auto [a, b] =
          std::mismatch(now.begin() + row, now.begin() + row + spec_.width, before_.begin() + row);
      const int first = static_cast<int>(a - now.begin() - row);
      if (first == spec_.width) continue;
      int last = spec_.width - 1;
      while (now[at(last, y)] == before_[at(last, y)]) --last;
      left = std::min(left, first);
      right = std::max(right, last);
      if (top < 0) top = y;
      bottom = y;
    }
    if (top < 0) return {0, 0, 1, 1};
    return {left, top, right - left + 1, bottom - top + 1};
  }

  std::string path_;
  FilmSpec spec_;
  FileWriter file_;
  WriteProgress* progress_;
  ColorCount colors_;
  std::optional<Ditherer> ditherer_;
  GifFileType* gif_ = nullptr;
  std::exception_ptr failure_;
  std::vector<std::uint8_t> before_;
  int count_ = 0;
};

}  // namespace

long gif_frame_end(int k, double fps) {
  return std::lround(100.0 * static_cast<double>(k + 1) / fps);
}

std::unique_ptr<FilmWriter> open_gif(const std::string& path, const FilmSpec& spec,
                                     WriteProgress* progress) {
  return std::make_unique<GifFilm>(path, spec, progress);
}

}  // namespace bindpose
