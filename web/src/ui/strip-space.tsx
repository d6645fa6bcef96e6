/** Where the clock comes to stand under the navigation, so that nothing below it moves. */
export function StripSpace() {
  return <div className="h-14 border-line border-b bg-surface print:hidden xl:h-15" />;
}
