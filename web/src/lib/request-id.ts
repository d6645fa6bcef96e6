import { useRef } from 'react';

/**
 * Returns the idempotency key of a transaction: the same for every attempt with the same content, and a new
 * one once the content changes or the transaction is confirmed. Retries and double clicks then move money
 * once.
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
