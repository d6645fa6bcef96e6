import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
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
