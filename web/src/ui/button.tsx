import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press',
  secondary: 'border border-line-strong bg-surface hover:bg-sunken',
  ghost: 'hover:bg-sunken',
  danger: 'border border-negative bg-surface text-negative hover:bg-negative-soft',
} as const;

const SIZES = {
  sm: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
  md: 'control-height px-4 text-base',
  lg: 'min-h-12 px-6 py-2 text-base',
} as const;

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** Keeps the button's width and focus while an action runs, and ignores further clicks. */
  busy?: boolean;
  /** Applies the button's styles to its only child element, such as a link. */
  asChild?: boolean;
};

export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  asChild = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = classNames(
    'inline-flex items-center justify-center gap-2 rounded-2 text-center font-semibold transition-colors',
    'disabled:opacity-50 aria-disabled:opacity-70',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={classes} data-main={variant === 'primary' || undefined} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      // Dialogs use these attributes to choose the initial focus.
      data-main={variant === 'primary' || undefined}
      data-plain={variant === 'secondary' || undefined}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" />}
      {children}
    </button>
  );
}
