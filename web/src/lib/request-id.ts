import { useRef } from 'react';

/**
 * The id under which the bank remembers a movement of money: the same for every try of the same content, a new one as
 * soon as the content changes or the movement is confirmed. So a retry and a double click move money once.
 */
export function useRequestId(): { for: (content: unknown) => string; renew: () => void } {
  const kept = useRef<{ content: string; id: string } | null>(null);
  return {
    for(content) {
      const text = JSON.stringify(content);
      if (kept.current?.content !== text) kept.current = { content: text, id: crypto.randomUUID() };
      return kept.current.id;
    },
    renew() {
      kept.current = null;
    },
  };
}
