import { Switch } from 'radix-ui';
import { useId } from 'react';

/** Renders the switch for deposits that a job pays. */
export function PaySwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-3">
      <Switch.Root
        id={id}
        checked={on}
        onCheckedChange={onChange}
        aria-describedby={`${id}-text`}
        className="relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-4 translate-x-0.75 rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </Switch.Root>
      <span>
        <label htmlFor={id} className="font-medium">
          This is my paycheck
        </label>
        <span id={`${id}-text`} className="block text-ink-3 text-sm">
          The Payday button skips to it. It stops if you lose your job in a scenario.
        </span>
      </span>
    </div>
  );
}
