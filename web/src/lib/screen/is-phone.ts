/** Returns true if the window has the width for which pages use the layout of phones. */
export function isPhone(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(width < 48rem)').matches;
}
