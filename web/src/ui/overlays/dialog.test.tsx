import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Button } from '../button';
import { Dialog } from './dialog';

function Opened({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A question">
        {children}
      </Dialog>
    </>
  );
}

async function focusedIn(children: ReactNode) {
  const user = userEvent.setup();
  render(<Opened>{children}</Opened>);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return { user, focused: document.activeElement };
}

describe('a dialog', () => {
  afterEach(cleanup);

  it('focuses its first field', async () => {
    const { focused, user } = await focusedIn(
      <form>
        <input type="file" tabIndex={-1} aria-label="A picker behind a button" />
        <Button>Suggest one</Button>
        <input aria-label="Name" />
        <Button type="submit" variant="primary">
          Save
        </Button>
      </form>,
    );
    expect(focused).toBe(screen.getByLabelText('Name'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
  });

  it('without a field focuses its main button', async () => {
    const { focused } = await focusedIn(
      <>
        <Button>Cancel</Button>
        <Button variant="primary">Resume</Button>
      </>,
    );
    expect(focused).toBe(screen.getByRole('button', { name: 'Resume' }));
  });

  it('that destroys something focuses the way back', async () => {
    const { focused } = await focusedIn(
      <>
        <Button variant="danger">Delete</Button>
        <Button>Keep my account</Button>
      </>,
    );
    expect(focused).toBe(screen.getByRole('button', { name: 'Keep my account' }));
  });

  it('that is only text, or still loads, focuses itself', async () => {
    const { focused } = await focusedIn(<p>Words</p>);
    expect(focused).toBe(screen.getByRole('dialog'));
  });
});

describe('Back', () => {
  // A dialog's entry is removed shortly after the dialog is unmounted.
  const expectNoEntry = () => waitFor(() => expect(window.history.state?.overlays).toBeUndefined());
  beforeEach(expectNoEntry);
  afterEach(cleanup);

  it('closes the dialogs one by one and leaves no history entry', async () => {
    const user = userEvent.setup();
    render(
      <Opened>
        <Opened>
          <p>Inner</p>
        </Opened>
      </Opened>,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Open' }));
    expect(window.history.state).toMatchObject({ overlays: 2 });
    window.history.back();
    await waitFor(() => expect(screen.queryByText('Inner')).toBeNull());
    expect(screen.getByRole('dialog')).toBeDefined();
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectNoEntry();
  });

  it('finds no entry of a dialog that was closed with its button', async () => {
    const user = userEvent.setup();
    render(<Opened>Text</Opened>);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(window.history.state).toMatchObject({ overlays: 1 });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await expectNoEntry();
  });
});
