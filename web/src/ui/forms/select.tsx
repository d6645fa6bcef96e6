import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import { CONTROL_CLASSES } from './text-input';

type SelectProps = ComponentProps<'select'> & { options?: readonly { value: string; label: string }[] };

/** Renders a native select, which works on every phone and with assistive technology. */
export function Select({ className, options, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select
        className={classNames(CONTROL_CLASSES, 'h-12 appearance-none truncate pr-10', className)}
        {...rest}
      >
        {options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-3" />
    </span>
  );
}
