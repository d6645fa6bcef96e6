import { useState } from 'react';
import { Button } from '@/ui/button';
import { AnewDialog } from './anew-dialog';
import { checkpointMutations } from './checkpoint-mutations';

type Customer = { time_zone: string; base_currency: string };

/** The demo household as on its first day, whatever was done to it. */
export function ResetDemo({ customer }: { customer: Customer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        Put the demo household, with two years of history, in the place of what you have. Your present bank is
        kept as a checkpoint.
      </p>
      <Button onClick={() => setOpen(true)}>Reset to the demo…</Button>
      {isOpen && (
        <AnewDialog
          title="Reset to the demo household?"
          mutation={checkpointMutations.resetToDemo}
          wish={{ timeZone: customer.time_zone, currency: customer.base_currency }}
          verb="Keep this one and reset"
          working="Your present is kept, and the demo household is written"
          done="The demo household is as new."
          failed="Your bank is as it was."
          onClose={() => setOpen(false)}
        >
          <ol className="list-decimal space-y-2 pl-5 text-ink-2">
            <li>Your present bank is saved as a checkpoint, “Before another life”. You can return to it.</li>
            <li>Accounts, debts, rules and history are replaced, and the clock goes back to today.</li>
            <li>Your sign-in, your settings and your checkpoints stay.</li>
          </ol>
        </AnewDialog>
      )}
    </>
  );
}
