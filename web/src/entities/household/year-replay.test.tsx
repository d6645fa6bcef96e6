import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { YearReplay } from './year-replay';

const DAYS = Array.from({ length: 90 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  amount: 1_000 + index * 10,
}));

afterEach(() => vi.unstubAllGlobals());

it('plays the days up to the last one, and can be stopped and played again', async () => {
  render(<YearReplay days={DAYS} currency="USD" />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Play again' }));
  await screen.findByText(/^Mar 31(, 2026)?: net worth \$1,890\.00, change \$890\.00\.$/, undefined, {
    timeout: 10_000,
  });
  screen.getByText('March 2026');
  const months = within(screen.getByRole('list', { name: 'Change by month' })).getAllByRole('listitem');
  expect(months).toHaveLength(3);
  within(months[0] as HTMLElement).getByText('January 2026: $300.00');
});

it('shows the whole year at once with reduced motion', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduce'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(<YearReplay days={DAYS} currency="USD" />);
  await waitFor(() => screen.getByText('March 2026'));
  screen.getByRole('button', { name: 'Play again' });
});
