#include "io/assimp/textures.h"

#include <assimp/material.h>
#include <assimp/texture.h>

#include <algorithm>
#include <array>
#include <set>

#include "io/assimp/convert.h"
#include "io/files/image_io.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

struct StoredTexture {
  std::string path;
  unsigned set = 0;
  bool moved = false;
  bool maybe_bump = false;
  TextureUse use{};
};

TextureWrap wrap_of(aiTextureMapMode mode) {
  if (mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal) return TextureWrap::Clamp;
  return mode == aiTextureMapMode_Mirror ? TextureWrap::Mirror : TextureWrap::Repeat;
}

bool moves(const aiUVTransform& at) {
  return at.mTranslation != aiVector2D(0, 0) || at.mScaling != aiVector2D(1, 1) ||
         at.mRotation != 0;
}

std::optional<StoredTexture> stored_texture(const aiMaterial& m, aiTextureType type) {
  aiString path;
  unsigned channel = 0;
  aiTextureMapMode wrap[3] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
  if (m.GetTexture(type, 0, &path, nullptr, &channel, nullptr, nullptr, wrap) != aiReturn_SUCCESS) {
    return std::nullopt;
  }
  if (path.length == 0) return std::nullopt;
  StoredTexture out{std::string(path.data, path.length), channel};
  aiUVTransform at;
  out.moved = m.Get(AI_MATKEY_UVTRANSFORM(type, 0), at) == aiReturn_SUCCESS && moves(at);
  // map_Bump of OBJ holds either, and so does Maya's normalCamera.
  out.maybe_bump = type == aiTextureType_HEIGHT || type == aiTextureType_NORMAL_CAMERA;
  out.use.wrap_u = wrap_of(wrap[0]);
  out.use.wrap_v = wrap_of(wrap[1]);
  return out;
}

std::optional<StoredTexture> first_of(const aiMaterial& m,
                                      std::initializer_list<aiTextureType> types) {
  for (const aiTextureType type : types) {
    if (auto found = stored_texture(m, type)) return found;
  }
  return std::nullopt;
}

// One that Assimp hands on under the name of the property that it is connected to.
std::optional<StoredTexture> raw_texture(const aiMaterial& m, const std::string& property) {
  const std::string key = "$raw." + property;
  aiString path;
  if (m.Get((key + "|file").c_str(), aiTextureType_UNKNOWN, 0, path) != aiReturn_SUCCESS ||
      path.length == 0) {
    return std::nullopt;
  }
  int channel = 0;
  m.Get((key + "|uvwsrc").c_str(), aiTextureType_UNKNOWN, 0, channel);
  StoredTexture out{std::string(path.data, path.length),
                    static_cast<unsigned>(std::max(channel, 0))};
  aiUVTransform at;
  out.moved = m.Get((key + "|uvtrafo").c_str(), aiTextureType_UNKNOWN, 0, at) == aiReturn_SUCCESS &&
              moves(at);
  return out;
}

std::optional<StoredTexture> picture_for(const aiMaterial& m, const MaterialNumbers& numbers,
                                         PictureOf what,
                                         std::initializer_list<aiTextureType> types) {
  if (numbers.is_off(what)) return std::nullopt;
  if (auto found = first_of(m, types)) return found;
  const std::string& own = numbers.picture_of(what);
  return own.empty() ? std::nullopt : raw_texture(m, own);
}

// Every image that the material names; some formats list one under several uses.
std::set<std::string> all_paths(const aiMaterial& m) {
  std::set<std::string> out;
  aiString path;
  for (int type = 1; type <= AI_TEXTURE_TYPE_MAX; ++type) {
    const auto use = static_cast<aiTextureType>(type);
    for (unsigned k = 0; k < m.GetTextureCount(use); ++k) {
      if (m.GetTexture(use, k, &path) == aiReturn_SUCCESS && path.length > 0) {
        out.insert(std::string(path.data, path.length));
      }
    }
  }
  return out;
}

// Embedded pixels, not compressed.
std::optional<Image> raw_image(const aiTexture& texture, int max_side, std::string& error) {
  const auto side = static_cast<unsigned>(max_side);
  if (texture.mWidth == 0 || texture.mWidth > side || texture.mHeight > side) {
    error = "it is " + std::to_string(texture.mWidth) + " x " + std::to_string(texture.mHeight) +
            " pixels, more than " + std::to_string(max_side) + " a side";
    return std::nullopt;
  }
  Image image;
  image.width = static_cast<int>(texture.mWidth);
  image.height = static_cast<int>(texture.mHeight);
  const std::size_t count = std::size_t{texture.mWidth} * texture.mHeight;
  image.pixels.reserve(4 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const aiTexel& t = texture.pcData[i];
    image.pixels.insert(image.pixels.end(), {t.r, t.g, t.b, t.a});
  }
  return image;
}

std::optional<Image> embedded_image(const aiTexture& texture, int max_side, std::string& error) {
  if (texture.mHeight != 0) return raw_image(texture, max_side, error);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(texture.pcData);
  return decode_image({bytes, texture.mWidth}, max_side, error, ImageKinds::All);
}

// Pictures that lie upon each other for one use.
void note_layers(const aiMaterial& m, const std::string& name, Model& model) {
  for (const aiTextureType type :
       {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE, aiTextureType_EMISSION_COLOR,
        aiTextureType_EMISSIVE, aiTextureType_NORMAL_CAMERA, aiTextureType_NORMALS,
        aiTextureType_HEIGHT, aiTextureType_OPACITY, aiTextureType_METALNESS,
        aiTextureType_DIFFUSE_ROUGHNESS}) {
    const unsigned count = m.GetTextureCount(type);
    if (count < 2) continue;
    report(model, Severity::Warning, "material " + name,
           std::to_string(count) +
               " layers of pictures lie upon each other on it, which are not mixed: the first "
               "alone is shown.");
    return;
  }
}

struct Slots {
  const aiScene& scene;
  const std::size_t place;
  ImageStore* images;
  Material& out;
  MaterialTextures found{};
  std::array<std::optional<StoredTexture>, kTextureSlots> texture{};
  std::optional<StoredTexture> metal{}, rough{};
  std::optional<StoredTexture> alpha{};  // a picture of its own
  bool base_has_alpha = false;           // the base colour's picture is the alpha's as well
  bool rough_is_gloss = false;

  ImageSource source(const StoredTexture& from) const {
    const aiTexture* embedded = scene.GetEmbeddedTexture(from.path.c_str());
    if (embedded == nullptr) return {from.path, {}, {}};
    const std::string name =
        embedded->mFilename.length > 0 ? text_of(embedded->mFilename) : from.path;
    return {from.path, name, [embedded](int side, std::string& error) {
              return embedded_image(*embedded, side, error);
            }};
  }
  void choose_alpha(const std::optional<StoredTexture>& opacity, const TextureReading& reading,
                    Model& model);
  void choose_sets(Model& model);
  void want();
  void want_base();
};

// A picture of its own becomes the alpha of the base colour's, which wants both to lie alike.
void Slots::choose_alpha(const std::optional<StoredTexture>& opacity, const TextureReading& reading,
                         Model& model) {
  std::optional<StoredTexture>& base = texture[static_cast<std::size_t>(TextureSlot::BaseColor)];
  found.has_base = base.has_value();
  if (!opacity || reading.numbers.alpha_mode == AlphaMode::Opaque) return;
  if (base && opacity->path == base->path) {
    base_has_alpha = true;
    return;
  }
  const bool alike = !base || (opacity->set == base->set && opacity->moved == base->moved);
  if (!reading.format.alpha_pictures || !alike) {
    report(model, Severity::Warning, "material " + out.name,
           "The picture \"" + clean_text(opacity->path) + "\" says where light goes through it; " +
               (alike ? "that is not read of this format" : "it lies otherwise than its colour's") +
               ", and it is not shown.");
    return;
  }
  alpha = opacity;
  if (!base) base = opacity;
  // The picture stands in the place of the number.
  out.base_color.a = 1.0f;
  if (!reading.numbers.alpha_mode) out.alpha_mode = AlphaMode::Opaque;
}

void Slots::choose_sets(Model& model) {
  std::optional<unsigned> first;
  std::size_t left_out = 0;
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if (!texture[s]) continue;
    if (!first) first = found.uv.first = texture[s]->set;
    if (texture[s]->set != *first && !found.uv.second) found.uv.second = texture[s]->set;
    out.texture[s] = texture[s]->use;
    found.moved = found.moved || texture[s]->moved;
    if (texture[s]->set == *first) continue;
    out.texture[s].uv_set = 1;
    if (texture[s]->set == *found.uv.second) continue;
    texture[s].reset();
    out.texture[s] = {};
    ++left_out;
  }
  if (left_out == 0) return;
  report(model, Severity::Warning, "material " + out.name,
         counted(left_out, "texture of it lies", "textures of it lie") +
             " by a third set of texture coordinates, which is not read; left out.");
}

void Slots::want_base() {
  const StoredTexture& base = *texture[static_cast<std::size_t>(TextureSlot::BaseColor)];
  const ImageUser user{place, TextureSlot::BaseColor, false, base_has_alpha || alpha};
  if (!alpha) return images->want(source(base), user);
  const ImageSource color = source(base);
  found.has_base = images->want_covered(found.has_base ? &color : nullptr, source(*alpha), user);
}

void Slots::want() {
  for (std::size_t s = 0; s < kTextureSlots; ++s) {
    if (!texture[s]) continue;
    const auto slot = static_cast<TextureSlot>(s);
    if (slot == TextureSlot::MetallicRoughness) {
      std::optional<ImageSource> m, r;
      if (metal) m = source(*metal);
      if (rough) r = source(*rough);
      images->want_packed(r ? &*r : nullptr, m ? &*m : nullptr, {place, slot}, rough_is_gloss);
    } else if (slot == TextureSlot::BaseColor) {
      want_base();
    } else {
      images->want(source(*texture[s]), {place, slot, texture[s]->maybe_bump});
    }
  }
}

}  // namespace

MaterialTextures read_textures(const aiScene& scene, const aiMaterial& source,
                               const TextureReading& reading, std::size_t place, ImageStore* images,
                               Material& out, Model& model) {
  Slots slots{scene, place, images, out};
  const auto at = [&](TextureSlot slot) -> std::optional<StoredTexture>& {
    return slots.texture[static_cast<std::size_t>(slot)];
  };
  const auto picture = [&](PictureOf what, std::initializer_list<aiTextureType> types) {
    return picture_for(source, reading.numbers, what, types);
  };
  at(TextureSlot::BaseColor) =
      picture(PictureOf::Base, {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
  at(TextureSlot::Normal) =
      picture(PictureOf::Normal,
              {aiTextureType_NORMAL_CAMERA, aiTextureType_NORMALS, aiTextureType_HEIGHT});
  at(TextureSlot::Occlusion) =
      picture(PictureOf::Occlusion, {aiTextureType_AMBIENT_OCCLUSION, aiTextureType_LIGHTMAP});
  at(TextureSlot::Emissive) =
      picture(PictureOf::Emission, {aiTextureType_EMISSION_COLOR, aiTextureType_EMISSIVE});
  slots.metal = picture(PictureOf::Metal, {aiTextureType_METALNESS});
  slots.rough = picture(PictureOf::Rough, {aiTextureType_DIFFUSE_ROUGHNESS});
  slots.rough_is_gloss = reading.numbers.rough_is_gloss;
  if (slots.metal && slots.rough && slots.metal->set != slots.rough->set) slots.rough.reset();
  at(TextureSlot::MetallicRoughness) = slots.rough ? slots.rough : slots.metal;
  slots.found.has_metal = slots.metal.has_value();
  slots.found.has_rough = slots.rough.has_value();

  slots.choose_alpha(picture(PictureOf::Alpha, {aiTextureType_OPACITY}), reading, model);
  if (!reading.format.as_gltf) note_layers(source, out.name, model);

  std::set<std::string> more = all_paths(source);
  slots.choose_sets(model);
  for (const auto& texture : slots.texture) {
    if (texture) more.erase(texture->path);
  }
  if (at(TextureSlot::MetallicRoughness)) {
    if (slots.metal) more.erase(slots.metal->path);
  }
  if (slots.alpha) more.erase(slots.alpha->path);
  out.more_images = static_cast<std::uint8_t>(std::min<std::size_t>(more.size(), 255));
  if (images != nullptr) slots.want();
  return slots.found;
}

}  // namespace bindpose
