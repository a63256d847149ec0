#include "scene/edit/edits.h"

#include "scene/edit/edit_value.h"

namespace bindpose {

namespace {

using Make = std::unique_ptr<Edit::Value> (*)(void*);

template <typename T>
std::unique_ptr<Edit::Value> make(void* moved_from) {
  return std::make_unique<Edit::Value>(Edit::Value{std::move(*static_cast<T*>(moved_from))});
}

template <typename... E>
std::unique_ptr<Edit::Value> make_any(EditKinds<E...>, std::size_t kind, void* moved_from) {
  static constexpr Make kMake[] = {make<E>...};
  return kMake[kind](moved_from);
}

void* address(Edit::Value& value) {
  return std::visit([](auto& e) -> void* { return &e; }, value.kind);
}

}  // namespace

Edit::Edit() : Edit(SetUserLocal{}) {}
Edit::Edit(std::size_t kind, void* moved_from) : value_(make_any(AllEdits{}, kind, moved_from)) {}
Edit::Edit(const Edit& other)
    : value_(other.value_ ? std::make_unique<Value>(*other.value_) : nullptr) {}
Edit::Edit(Edit&&) noexcept = default;
Edit& Edit::operator=(const Edit& other) {
  if (this != &other) *this = Edit(other);
  return *this;
}
Edit& Edit::operator=(Edit&&) noexcept = default;
Edit::~Edit() = default;

std::size_t Edit::index() const {
  return value_->kind.index();
}

void* Edit::find(std::size_t kind) const {
  return index() == kind ? address(*value_) : nullptr;
}

void* Edit::demand(std::size_t kind) const {
  if (index() != kind) throw std::bad_variant_access();
  return address(*value_);
}

}  // namespace bindpose
