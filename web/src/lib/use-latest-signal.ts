import { useEffect, useRef } from 'react';

/**
 * Returns a function that starts a task: it returns the task's abort signal and aborts the task before it. The
 * last task is aborted when the component unmounts.
 */
export function useLatestSignal(): () => AbortSignal {
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  return () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };
}
