/** The figures of a zone at the instant of a window with the least available, the earliest if there are several. */
export function worstIn(state, name, [start, end]) {
  const figures = Array.from(state.places(start, end), (index) => state.whole(name, index));
  return figures.reduce((worst, one) => (one.available < worst.available ? one : worst));
}

/**
 * The figures of a zone over a window, from those of its worst instant. What is free at one provider first and at another one later
 * is not available: a reservation stays where it was placed. `reserved` is the rest.
 */
export function throughout(state, name, worst, start, end) {
  if (state.providers.length < 2) return worst;
  const backed = state.providers.reduce(
    (sum, provider) => sum + Math.max(0, state.room(provider, name, start, end)),
    0,
  );
  const available = Math.min(worst.available, backed);
  return { ...worst, available, reserved: worst.total - worst.allocated - available };
}
