import { useCallback, useEffect, useRef, useState } from 'react';

/** Fast scrolling loads no pages until it ends. */
const SETTLED_AFTER_MS = 90;
/** More rows than this between two frames are a flight. */
const READABLE_ROWS = 30;

/** Which rows are near the window, told at once while it moves through pages that follow on each other. */
export function useShown() {
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(shown);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((first: number, last: number) => {
    const settle = () => {
      current.current = { first, last };
      setShown(current.current);
    };
    clearTimeout(timer.current);
    if (Math.abs(first - current.current.first) <= READABLE_ROWS) settle();
    else timer.current = setTimeout(settle, SETTLED_AFTER_MS);
  }, []);
  return [shown, show] as const;
}
