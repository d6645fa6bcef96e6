import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { leaveEnded } from '@/lib/session';
import { openBank } from './testing/testing';

const bank = openBank();
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a visitor', () => {
  it('is asked to sign in once, then returns to the requested page', async () => {
    await bank.signOut();
    // Starts searching before the page renders, because the toast may disappear early on a busy machine.
    const toasts = screen.findAllByText('Please sign in to access this page');
    const { path } = await bank.visit('/transactions?type=DEPOSIT');
    expect(path()).toBe('/auth');
    expect(await toasts).toHaveLength(1);
    await bank.signUp();
    await heading('Transactions');
    expect(path()).toBe('/transactions');
  });

  it.each(['/dashboardx', '/nowhere', '/assistants'])('sees the not-found page at %s', async (address) => {
    await bank.signOut();
    const { path } = await bank.visit(address);
    expect(path()).toBe('/not-found');
  });

  it('can read the public pages', async () => {
    await bank.signOut();
    const { path } = await bank.visit('/privacy-policy');
    expect(path()).toBe('/privacy-policy');
  });
});

describe('a customer', () => {
  it('whose session ended elsewhere sees a message, and is later asked to sign in like any visitor', async () => {
    await bank.signUp();
    const first = await bank.visit('/loans');
    await heading('Loans');
    const requests: string[] = [];
    bank.interrupt(({ pathname }) => {
      requests.push(pathname);
      return null;
    });
    await act(leaveEnded);
    expect(requests).not.toContain('/auth/v1/logout');
    expect(first.path()).toBe('/auth');
    await screen.findByText("You've been signed out. Sign in again.");
    expect(screen.queryByText('Please sign in to access this page')).toBeNull();
    cleanup();
    await bank.visit('/loans');
    await screen.findByText('Please sign in to access this page');
  });

  it.each([
    ['/dashboard', 'Dashboard'],
    ['/dashboard/anything/below', 'Dashboard'],
    ['/create-account/', 'Open account'],
    ['/transactions/2026', 'Transactions'],
    ['/credit-cards/rewards', 'Credit cards'],
    ['/loans/x', 'Loans'],
    ['/mortgages/x', 'Mortgages'],
    ['/loan-applications/x', 'Apply for a loan'],
    ['/applications/x', 'Loan applications'],
    ['/notifications/x', 'Notifications'],
    ['/settings/security', 'Settings'],
  ])('sees at %s the page %s', async (path, title) => {
    await bank.signUp();
    await bank.visit(path);
    await heading(title);
  });

  it.each(['/dashboardx', '/loans-x', '/nowhere'])('sees the not-found page at %s', async (address) => {
    await bank.signUp();
    const { path } = await bank.visit(address);
    expect(path()).toBe('/not-found');
  });

  it('links an unknown address to the page that it probably means', async () => {
    await bank.signUp();
    const { user, path } = await bank.visit('/budget/2026');
    await heading('Page not found');
    screen.getByText('/budget/2026');
    await user.click(screen.getByRole('link', { name: 'Go to budgets' }));
    await heading('Budgets');
    expect(path()).toBe('/budgets');
  });

  it("can't open the sign-in page again", async () => {
    await bank.signUp();
    const { path } = await bank.visit('/auth');
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });
});
