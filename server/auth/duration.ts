const UNIT_SECONDS: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
};

/**
 * Parses a duration in config.toml or the admin API (`1m0s`, `24h`). Returns the number of seconds, or null
 * if the duration is invalid.
 */
export function parseDuration(input: string): number | null {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(input)) return input === '0' ? 0 : null;
  const parts = input.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g);
  return [...parts].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_SECONDS[unit] ?? 0),
    0,
  );
}
