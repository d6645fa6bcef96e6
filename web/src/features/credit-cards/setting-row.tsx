import { ChevronRight } from 'lucide-react';
import { Switch } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type SettingProps = { icon: ReactNode; title: string; words: ReactNode };

/** Something that is on or off at once. */
export function SwitchRow({
  icon,
  title,
  words,
  on,
  busy,
  onChange,
}: SettingProps & { on: boolean; busy: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5">
      <span className="grid size-5 shrink-0 place-items-center text-ink-2">{icon}</span>
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        <span id={`${id}-words`} className="block text-ink-3 text-sm">
          {words}
        </span>
      </span>
      <Switch.Root
        id={id}
        checked={on}
        aria-describedby={`${id}-words`}
        aria-busy={busy || undefined}
        onCheckedChange={(next) => !busy && onChange(next)}
        className="relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-4 translate-x-0.75 rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </Switch.Root>
    </li>
  );
}

/** Something that is changed in a dialog. */
export function ActionRow({ icon, title, words, onClick }: SettingProps & { onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="-mx-2.5 flex min-h-16 w-[calc(100%+1.25rem)] items-center gap-3 rounded-2 px-2.5 py-2.5 text-left hover:bg-sunken"
      >
        <span className="grid size-5 shrink-0 place-items-center text-ink-2">{icon}</span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-ink-3 text-sm">{words}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 text-ink-3" strokeWidth={1.5} />
      </button>
    </li>
  );
}
