import { checkpointMutations } from './mutations';
import { StartOver } from './start-over';

type Customer = { time_zone: string; base_currency: string };

/** Restores the demo household to its first day. */
export function ResetDemo({ customer }: { customer: Customer }) {
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        Replace your bank with the demo household and its 2 years of history. We'll save your current bank as
        a checkpoint.
      </p>
      <StartOver
        label="Reset to demo…"
        title="Reset to the demo household?"
        mutation={checkpointMutations.resetToDemo}
        request={{ timeZone: customer.time_zone, currency: customer.base_currency }}
        verb="Save and reset"
        working="Saving your bank and creating the demo household"
        done="Demo household reset"
        failed="Nothing changed."
        steps={[
          "We'll save your current bank as a checkpoint, “Before starting over”, so you can restore it.",
          "We'll replace your accounts, debts, automatic payments, and history, and set the date to today.",
          'You keep your sign-in, settings, and checkpoints.',
        ]}
      />
    </>
  );
}
