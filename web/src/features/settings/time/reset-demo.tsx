import { checkpointMutations } from './checkpoint-mutations';
import { BeginAnew } from './start-over';

type Customer = { time_zone: string; base_currency: string };

/** The demo household as on its first day, whatever was done to it. */
export function ResetDemo({ customer }: { customer: Customer }) {
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        Put the demo household, with two years of history, in the place of what you have. Your present bank is
        kept as a checkpoint.
      </p>
      <BeginAnew
        label="Reset to the demo…"
        title="Reset to the demo household?"
        mutation={checkpointMutations.resetToDemo}
        wish={{ timeZone: customer.time_zone, currency: customer.base_currency }}
        verb="Keep this one and reset"
        working="Your present is kept, and the demo household is written"
        done="The demo household is as new."
        failed="Your bank is as it was."
        steps={[
          'Your present bank is saved as a checkpoint, “Before another life”. You can return to it.',
          'Accounts, debts, rules and history are replaced, and the clock goes back to today.',
          'Your sign-in, your settings and your checkpoints stay.',
        ]}
      />
    </>
  );
}
