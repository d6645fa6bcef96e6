/** Reserves space for the simulated clock below the navigation, so that the page doesn't shift. */
export function StripSpace() {
  return <div className="h-14 border-line border-b bg-surface print:hidden xl:h-15" />;
}
