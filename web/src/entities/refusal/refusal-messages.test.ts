import { describe, expect, it } from 'vitest';
import { getRefusalMessage } from './refusal-messages';

const refuse = (code: string, detail: Record<string, unknown>) =>
  getRefusalMessage({ code, message: 'Refused.', details: JSON.stringify(detail) }, 'USD');

describe('a refusal', () => {
  it('to remove PMI states the share of the original value that the customer owes, and the limit', () => {
    const detail = { reason: 'balance', percent: 83.8, balance: 293_333.91, highest: 280_000 };
    expect(refuse('NOELG', detail)).toBe(
      "You owe 83.8% of your home's original value ($293,333.91). You can ask to remove PMI at 80% ($280,000.00).",
    );
  });
});
