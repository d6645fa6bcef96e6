import { RadioGroup } from 'radix-ui';
import { classNames } from '../class-names';

type OptionCardsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; description: string; disabled?: boolean }[];
  value: string;
  onValueChange: (value: Value) => void;
  /** Hides the label visually, for cards below a heading with the same text. */
  hidesLabel?: boolean;
  /** Puts two cards in a row on wide screens, for short descriptions. */
  isCompact?: boolean;
};

/** Renders a choice between a few options, each with a description. */
export function OptionCards<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  hidesLabel = false,
  isCompact = false,
}: OptionCardsProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={classNames('grid gap-2', isCompact && 'sm:grid-cols-2')}
    >
      {!hidesLabel && (
        <span aria-hidden className="col-span-full font-medium text-sm">
          {label}
        </span>
      )}
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.label}
          disabled={option.disabled}
          className="group flex min-h-14 items-center gap-3 rounded-2 border border-line-strong bg-surface px-4 py-2.5 text-left disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span
            aria-hidden
            className="grid size-5 shrink-0 place-items-center rounded-full border border-line-strong group-data-[state=checked]:border-[6px] group-data-[state=checked]:border-accent"
          />
          <span>
            <span className="block font-medium">{option.label}</span>
            <span className="block text-ink-2 text-sm">{option.description}</span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
