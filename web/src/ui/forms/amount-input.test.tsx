import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { AmountInput } from './amount-input';

function Amount({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  return <AmountInput aria-label="Amount" value={value} onValueChange={setValue} />;
}

/** Types at a cursor position and returns the text with the new cursor: `19|,234`. */
async function typed(initial: string, keys: string, at = initial.length): Promise<string> {
  render(<Amount initial={initial} />);
  const input = screen.getByLabelText<HTMLInputElement>('Amount');
  await userEvent.type(input, keys, { initialSelectionStart: at, initialSelectionEnd: at });
  const cursor = input.selectionStart ?? -1;
  return `${input.value.slice(0, cursor)}|${input.value.slice(cursor)}`;
}

describe('an amount input', () => {
  it.each([
    ['1234567.89', '1,234,567.89|'],
    ['1234.567', '1,234.56|'],
    ['1.2.3', '1.23|'],
    ['12a3-', '123|'],
    ['-5', '-5|'],
    ['-1234', '-1,234|'],
    ['1-5', '15|'],
    ['007', '7|'],
    ['0.5', '0.5|'],
    ['.5', '.5|'],
  ])('groups %s as %s', async (keys, shown) => {
    expect(await typed('', keys)).toBe(shown);
  });

  it.each([
    ['234', '1', 0, '1|,234'],
    ['1,234', '9', 1, '19|,234'],
    ['123,456', '9', 4, '1,239|,456'],
    ['1,234', '{Backspace}', 1, '|234'],
    ['1,234', '{Backspace}', 5, '123|'],
    ['1,234,567', '{Backspace}', 4, '12|4,567'],
  ])('%s keeps the caret among its digits when %s is typed at %d', async (initial, keys, at, shown) => {
    expect(await typed(initial, keys, at)).toBe(shown);
  });

  it('accepts a pasted amount with symbol and spaces', async () => {
    render(<Amount initial="" />);
    await userEvent.click(screen.getByLabelText('Amount'));
    await userEvent.paste(' $12,500.00 ');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('12,500.00');
  });
});
