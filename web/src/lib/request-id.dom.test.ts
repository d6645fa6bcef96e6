import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useRequestId } from './request-id';

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
