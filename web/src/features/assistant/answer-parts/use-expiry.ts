import { useEffect, useReducer } from 'react';

/** Returns true once some minutes of real time have passed since an instant (ISO 8601). Rerenders then. */
export function useExpiry(since: string, minutes: number): boolean {
  const [, tell] = useReducer((times: number) => times + 1, 0);
  const left = Date.parse(since) + minutes * 60_000 - Date.now();
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(tell, left);
    return () => clearTimeout(timer);
  });
  return left <= 0;
}
