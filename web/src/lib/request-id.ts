import { useRef } from 'react';

/**
 * Provides a transaction's idempotency key. Every attempt with the same content has the same key, so retries
 * and double clicks move money only once. The key changes with the content and after the transaction is
 * confirmed.
 */
export function useRequestId(): { for: (content: unknown) => string; renew: () => void } {
  const current = useRef<{ content: string; id: string } | null>(null);
  return {
    for(content) {
      const text = JSON.stringify(content);
      if (current.current?.content !== text) current.current = { content: text, id: crypto.randomUUID() };
      return current.current.id;
    },
    renew() {
      current.current = null;
    },
  };
}
