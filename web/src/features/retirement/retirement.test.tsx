import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';

const bank = openBank();

it('simulates again after each change: says how often the money lasts, and which decisions matter most', async () => {
  await bank.signUp();
  await bank.openAccount({ balance: 100 });
  const { user } = await bank.visit('/forecasts/retirement');
  await screen.findByRole('heading', { name: 'When can I stop working?' });
  await screen.findByText(/^Your money lasts to age 95 in/, undefined, { timeout: 10_000 });
  const set = async (label: RegExp | string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  await set('Your age', '65');
  await set('Saved so far', '1000000');
  await set(/^Spend each year/, '60000');
  await screen.findByText('Spend $54,000.00 a year, 10% less', undefined, { timeout: 10_000 });
  const answer = screen.getByText(/^Your money lasts to age 95 in/);
  expect(answer.textContent).toMatch(
    /in about \d{1,2}% of simulations\. Half of them run out by age \d\d\. In the worst 10%, it runs out by age \d\d\.$/,
  );
  const decisions = within(screen.getByRole('list', { name: 'The decisions that matter most' }));
  expect(decisions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Stop working at 67 instead of 65'),
      expect.stringContaining('Spend $54,000.00 a year, 10% less'),
    ]),
  );
  await set('Your age', '7');
  await user.tab();
  await screen.findByText('Enter 18 to 90 years.');
});
