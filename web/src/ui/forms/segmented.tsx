import { ToggleGroup } from 'radix-ui';
import { classNames } from '../class-names';

type SegmentedProps<Value extends string> = {
  label: string;
  /** Null while nothing is chosen. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  className?: string;
};

/** Renders a choice between a few options. Arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value ?? ''}
      onValueChange={(next) => next && onValueChange(next as Value)}
      className={classNames(
        'grid auto-cols-fr grid-flow-col overflow-hidden rounded-2 border border-line-strong',
        className,
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="control-height border-line-strong px-3 font-medium text-sm not-first:border-l focus-visible:-outline-offset-2 data-[state=off]:hover:bg-sunken data-[state=on]:bg-ink data-[state=on]:text-canvas"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
