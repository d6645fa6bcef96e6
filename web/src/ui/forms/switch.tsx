import { Switch as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names';

/** Renders a switch that takes effect immediately. Place its label next to it. */
export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={classNames(
        'relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:-inset-2.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        className,
      )}
      {...rest}
    >
      <Primitive.Thumb className="block size-4 translate-x-0.75 rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
    </Primitive.Root>
  );
}
