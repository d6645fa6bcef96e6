/** Reserves space for the simulated clock below the navigation, except on phones, so that the page doesn't shift. */
export function StripSpace() {
  return <div className="hidden h-15 border-line border-b bg-surface md:block print:hidden" />;
}
