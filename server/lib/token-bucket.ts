/** Limits a rate to `perSecond` on average, allowing bursts of up to `burst`. */
export function createBucket(burst: number, perSecond: number): { take(amount?: number): boolean } {
  let left = burst;
  let refilledAt = performance.now();
  return {
    take(amount = 1) {
      const now = performance.now();
      left = Math.min(burst, left + ((now - refilledAt) / 1000) * perSecond);
      refilledAt = now;
      if (left < amount) return false;
      left -= amount;
      return true;
    },
  };
}
