import { checkpointMutations } from './checkpoint-mutations';
import { BeginAnew } from './start-over';

type Customer = { time_zone: string; base_currency: string };

/** Back to the first day: an empty bank, or one of the lives. */
export function AnotherLife({ customer }: { customer: Customer }) {
  return (
    <div>
      <h3 className="font-semibold">Another life</h3>
      <p className="mt-1 mb-4 max-w-170 text-ink-2">
        Start over with an empty bank, or choose one of five lives with two years of history.
      </p>
      <BeginAnew
        label="Begin another life…"
        title="Begin another life?"
        mutation={checkpointMutations.clear}
        wish={{ timeZone: customer.time_zone, currency: customer.base_currency }}
        verb="Keep this one and begin"
        working="Your present is kept, and the books are cleared"
        done="Your bank is empty. Choose how to begin."
        failed="Your life goes on."
        steps={[
          'Your present life is saved as a checkpoint, “Before another life”. You can return to it.',
          'Accounts, debts, rules and history are cleared, and the clock goes back to today.',
          'The dashboard asks how you want to begin. Your sign-in and your checkpoints stay.',
        ]}
      />
    </div>
  );
}
