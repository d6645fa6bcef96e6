import { checkpointMutations } from './mutations';
import { StartOver } from './start-over';

type Customer = { time_zone: string; base_currency: string };

/** Starts over with an empty bank or a persona. */
export function ReplaceHousehold({ customer }: { customer: Customer }) {
  return (
    <div>
      <h3 className="font-semibold">Start over</h3>
      <p className="mt-1 mb-4 max-w-170 text-ink-2">
        Start with an empty bank, or choose one of 5 sample households with 2 years of history.
      </p>
      <StartOver
        label="Start a new household…"
        title="Start a new household?"
        mutation={checkpointMutations.clear}
        request={{ timeZone: customer.time_zone, currency: customer.base_currency }}
        verb="Save and start over"
        working="Saving your bank and clearing it"
        done="Your bank is empty. Choose how to start."
        failed="Nothing changed."
        steps={[
          "We'll save your current bank as a checkpoint, “Before starting over”, so you can restore it.",
          "We'll clear your accounts, debts, automatic payments, and history, and set the date to today.",
          'Then choose how to start on the dashboard. You keep your sign-in and checkpoints.',
        ]}
      />
    </div>
  );
}
