import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { useIdempotentMutation, useRequestId } from './request-id';

describe('a request id', () => {
  it('stays the same for the same content, also after a render', () => {
    const { result, rerender } = renderHook(useRequestId);
    const first = result.current.for({ amount: 5 });
    rerender();
    expect(result.current.for({ amount: 5 })).toBe(first);
  });

  it("changes with the content and doesn't come back with it", () => {
    const { result } = renderHook(useRequestId);
    const first = result.current.for({ amount: 5 });
    expect(result.current.for({ amount: 6 })).not.toBe(first);
    expect(result.current.for({ amount: 5 })).not.toBe(first);
  });

  it('is new after a renewal, so that the same amount can be moved twice on purpose', () => {
    const { result } = renderHook(useRequestId);
    const first = result.current.for({ amount: 5 });
    result.current.renew();
    expect(result.current.for({ amount: 5 })).not.toBe(first);
  });
});

it('is added to every attempt of a mutation, with or without a promise', async () => {
  const sent: { amount: number; request_id: string }[] = [];
  const mutationFn = async (input: (typeof sent)[number]) => sent.push(input);
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const { result } = renderHook(() => useIdempotentMutation({ mutationFn }), { wrapper });
  await act(() => result.current.send({ amount: 5 }));
  await act(async () => result.current.mutate({ amount: 5 }));
  expect(sent).toEqual([
    { amount: 5, request_id: expect.any(String) },
    { amount: 5, request_id: sent[0]?.request_id },
  ]);
});
