import type { ComponentProps } from 'react';
import { classNames } from './class-names';

export function Panel({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames('rounded-3 border border-line bg-surface p-5 md:p-6', className)}
      {...rest}
    />
  );
}

/** Renders a panel for secondary content. */
export function Well({ className, ...rest }: ComponentProps<'aside'>) {
  return <aside className={classNames('rounded-3 bg-sunken p-5 md:p-6', className)} {...rest} />;
}
