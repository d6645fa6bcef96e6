/** The cash of the coming days. */
export function ForecastSection() {
  return <section aria-label="Forecast" />;
}
