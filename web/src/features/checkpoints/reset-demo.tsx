import type { Customer } from '@/entities/customer/queries';
import { StartOver } from './start-over';

/** Renders a section for resetting the bank to the first day of the demo household. */
export function ResetDemo({ customer }: { customer: Customer }) {
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        Replace your bank with the demo household and its 2 years of history. We'll save your current bank as
        a checkpoint.
      </p>
      <StartOver way="demo" customer={customer} />
    </>
  );
}
