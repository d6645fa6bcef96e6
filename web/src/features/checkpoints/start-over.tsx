import { useState } from 'react';
import type { Customer } from '@/entities/customer/queries';
import { ReplaceDialog } from '@/entities/household/replace-dialog';
import { Button } from '@/ui/button';
import { checkpointMutations } from './mutations';

const SAVED =
  "We'll save your current bank as a checkpoint named “Before starting over” so you can restore it.";

const WAYS = {
  empty: {
    label: 'Start a new household…',
    title: 'Start a new household?',
    mutation: checkpointMutations.clear,
    verb: 'Save and start over',
    working: 'Saving your bank and clearing it',
    done: 'Your bank is empty. Choose how to start.',
    steps: [
      SAVED,
      "We'll clear your accounts, debts, automatic payments, and history, and set the date to today.",
      'Then go to the dashboard to choose how to start. You keep your sign-in and checkpoints.',
    ],
  },
  demo: {
    label: 'Reset to demo…',
    title: 'Reset to the demo household?',
    mutation: checkpointMutations.resetToDemo,
    verb: 'Save and reset',
    working: 'Saving your bank and creating the demo household',
    done: 'Demo household reset',
    steps: [
      SAVED,
      "We'll replace your accounts, debts, automatic payments, and history, and set the date to today.",
      'You keep your sign-in, settings, and checkpoints.',
    ],
  },
} as const;

type StartOverProps = {
  /** The kind of household that replaces the current household. */
  way: keyof typeof WAYS;
  customer: Pick<Customer, 'time_zone' | 'base_currency'>;
};

export function StartOver({ way, customer }: StartOverProps) {
  const [isOpen, setOpen] = useState(false);
  const { label, steps, ...dialog } = WAYS[way];
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <ReplaceDialog
          {...dialog}
          request={{ timeZone: customer.time_zone, currency: customer.base_currency }}
          failed="We couldn't start over."
          onClose={() => setOpen(false)}
        >
          <ol className="list-decimal space-y-2 pl-5 text-ink-2">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </ReplaceDialog>
      )}
    </>
  );
}
