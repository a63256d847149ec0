// Edits by what they are: for those who go through all kinds (scene/edit/edits.h).
#pragma once

#include <utility>
#include <variant>

#include "scene/edit/edits.h"

namespace bindpose {

template <typename Kinds>
struct VariantOf;
template <typename... E>
struct VariantOf<EditKinds<E...>> {
  using type = std::variant<E...>;
};

struct Edit::Value {
  VariantOf<AllEdits>::type kind;
};

// `f` of the edit as the kind that it is, like std::visit.
template <typename F>
decltype(auto) visit(F&& f, const Edit& edit) {
  return std::visit(std::forward<F>(f), edit.value().kind);
}

}  // namespace bindpose
