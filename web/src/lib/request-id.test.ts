import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useRequestId } from './request-id';

describe('the id of a movement', () => {
  it('stays for the same content, also when the screen is drawn again', () => {
    const { result, rerender } = renderHook(useRequestId);
    const first = result.current.for({ amount: 5 });
    rerender();
    expect(result.current.for({ amount: 5 })).toBe(first);
  });

  it('changes with the content, and does not come back with it', () => {
    const { result } = renderHook(useRequestId);
    const first = result.current.for({ amount: 5 });
    expect(result.current.for({ amount: 6 })).not.toBe(first);
    expect(result.current.for({ amount: 5 })).not.toBe(first);
  });

  it('is a new one after a renewal, so that the same amount can be moved twice on purpose', () => {
    const { result } = renderHook(useRequestId);
    const first = result.current.for({ amount: 5 });
    result.current.renew();
    expect(result.current.for({ amount: 5 })).not.toBe(first);
  });
});
