import type { ComponentProps } from 'react';
import { classNames } from '../class-names';

/** The border and background that all form controls share. */
export const CONTROL_CLASSES =
  'w-full rounded-2 border border-line-strong bg-surface px-3.5 text-base text-ink placeholder:text-ink-3 ' +
  'focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-2 aria-invalid:border-negative disabled:opacity-60';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(CONTROL_CLASSES, 'h-12', className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classNames(CONTROL_CLASSES, 'min-h-24 py-3', className)} {...rest} />;
}
