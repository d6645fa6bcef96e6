import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing';

const bank = openBank();
const press = (name: string) => screen.findByRole('button', { name });

async function apply(income: string) {
  await bank.signUp();
  const { user } = await bank.visit('/loan-applications');
  await user.type(await screen.findByLabelText('Your name'), 'Alice Sands');
  await user.type(screen.getByLabelText('Amount'), '12500');
  await user.type(screen.getByLabelText('Income a year'), income);
  await user.click(await press('Submit the application'));
  await screen.findByText('Submitted');
  return user;
}

describe('an application', () => {
  it('of a customer with an income is approved, with reasons, and told of', async () => {
    const user = await apply('90000');
    await user.click(await press('Get the decision'));
    await screen.findByText('Approved');
    expect(screen.getByRole('article').textContent).toMatch(/% a year, \$[\d,.]+ a month/);
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
    await screen.findByText('Your loan application for $12,500.00 has been approved.');
  });

  it('of a customer without an income is declined, and says why', async () => {
    const user = await apply('0');
    await user.click(await press('Get the decision'));
    await screen.findByText('Declined');
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0);
  });

  it('that was begun is still there after another page', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/loan-applications');
    await user.type(await screen.findByLabelText('Your name'), 'Alice Sands');
    await user.click(screen.getByRole('link', { name: 'Your applications' }));
    await user.click(await screen.findByRole('link', { name: 'Apply for a loan' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Alice Sands');
  });
});
