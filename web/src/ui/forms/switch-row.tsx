import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names';
import { Switch } from './switch';

type SwitchRowProps = {
  icon?: ReactNode;
  title: string;
  /** The explanation. Screen readers announce its changes. */
  description: ReactNode;
  on: boolean;
  busy: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
  /** Controls before the switch. */
  aside?: ReactNode;
  className?: string;
};

/**
 * Renders a switch with its title and description. The switch takes effect immediately and ignores clicks while the change is
 * being saved.
 */
export function SwitchRow({
  icon,
  title,
  description,
  on,
  busy,
  disabled,
  onChange,
  aside,
  className,
}: SwitchRowProps) {
  const id = useId();
  return (
    <div className={classNames('flex items-center gap-4', className)}>
      {icon && <span className="grid size-5 shrink-0 place-items-center text-ink-2">{icon}</span>}
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        <span id={`${id}-description`} aria-live="polite" className="block text-ink-3 text-sm">
          {description}
        </span>
      </span>
      {aside}
      <Switch
        id={id}
        checked={on}
        disabled={disabled}
        aria-describedby={`${id}-description`}
        aria-busy={busy || undefined}
        onCheckedChange={(next) => !busy && onChange(next)}
        className="disabled:opacity-50"
      />
    </div>
  );
}
