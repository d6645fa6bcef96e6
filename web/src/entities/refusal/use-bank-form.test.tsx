import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useReviewedForm } from './use-bank-form';

describe('a form with a review', () => {
  it('sends the reviewed amount, also if the balance changes before the customer confirms', async () => {
    const sent: number[] = [];
    const { result, rerender } = renderHook(
      ({ owed }) =>
        useReviewedForm({
          schema: z.object({ amount: z.number().transform((amount) => Math.min(amount, owed)) }),
          defaults: { amount: 1_000 },
          currency: 'USD',
          refusedField: 'amount',
          onConfirm: ({ amount }) => sent.push(amount),
        }),
      { initialProps: { owed: 1_500 } },
    );
    await act(() => result.current.submit());
    expect(result.current.reviewed).toEqual({ amount: 1_000 });
    expect(sent).toEqual([]);
    rerender({ owed: 500 });
    await act(() => result.current.submit());
    expect(sent).toEqual([1_000]);
  });

  it('returns to the form with the reason if the bank refuses', async () => {
    const { result } = renderHook(() =>
      useReviewedForm({
        schema: z.object({ amount: z.number() }),
        defaults: { amount: 80 },
        currency: 'USD',
        refusedField: 'amount',
        onConfirm: () =>
          Promise.reject(
            Object.assign(new Error('Refused'), { code: 'INSUF', details: '{"available": 50}' }),
          ),
      }),
    );
    await act(() => result.current.submit());
    await act(() => result.current.submit());
    expect(result.current.reviewed).toBeNull();
    expect(result.current.getFieldState('amount').error?.message).toContain('$50.00');
  });
});
