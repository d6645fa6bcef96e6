import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query';
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

/** Returns a mutation whose `send` and `mutate` add the content's idempotency key. */
export function useIdempotentMutation<Input extends { request_id?: string | null }, Result>(
  options: UseMutationOptions<Result, Error, Input>,
) {
  const requestId = useRequestId();
  const { mutate, mutateAsync, ...state } = useMutation(options);
  type Content = Omit<Input, 'request_id'>;
  const addKey = (content: Content) => ({ ...content, request_id: requestId.for(content) }) as Input;
  return {
    ...state,
    send: (content: Content) => mutateAsync(addKey(content)),
    mutate: (content: Content, callbacks?: MutateOptions<Result, Error, Input>) =>
      mutate(addKey(content), callbacks),
    renew: requestId.renew,
  };
}
