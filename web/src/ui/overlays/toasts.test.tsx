import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { toast } from '@/lib/toast';
import { Toasts } from './toasts';

afterEach(() => {
  cleanup();
  toast.dismissAll();
});

it('a toast requested before the toaster exists appears afterward', async () => {
  toast('Saved early', { id: 'early' });
  expect(toast.isShown('early')).toBe(true);
  render(<Toasts />);
  expect(await screen.findAllByText('Saved early')).toHaveLength(1);
});

describe('a toast that closes', () => {
  it('leaves the focus where the customer continued to type', async () => {
    const user = userEvent.setup();
    render(
      <>
        <input aria-label="Search" />
        <input aria-label="Amount" />
        <Toasts />
      </>,
    );
    await user.click(screen.getByLabelText('Search'));
    toast('Deleted', { action: { label: 'Undo', onClick: () => {} } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Search'));
    await user.click(screen.getByLabelText('Amount'));
    await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull());
    await user.keyboard('250');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('250');
  });

  it('returns the focus to the previous element', async () => {
    const user = userEvent.setup();
    render(
      <>
        <input aria-label="Search" />
        <Toasts />
      </>,
    );
    await user.click(screen.getByLabelText('Search'));
    toast('Deleted', { action: { label: 'Undo', onClick: () => {} } });
    (await screen.findByRole('button', { name: 'Undo' })).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Search'));
  });
});
