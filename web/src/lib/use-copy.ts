import { useEffect, useState } from 'react';

const CONFIRMED_FOR_MS = 2_000;

/**
 * Returns a function that copies text. `isCopied` is true for a short time after copying. `copy` resolves to
 * false if the browser blocks copying.
 */
export function useCopy(): [isCopied: boolean, copy: (text: string) => Promise<boolean>] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      return true;
    } catch {
      return false;
    }
  }
  return [isCopied, copy];
}
