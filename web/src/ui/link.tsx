import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Button } from './button';
import { classNames } from './class-names';

export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link className="touch-area text-link" {...props} />;
}

type BackLinkProps = Pick<ComponentProps<typeof Link>, 'to' | 'className' | 'children'>;

/** Renders the link above a page's title to its parent page. */
export function BackLink({ to, className, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      className={classNames(
        'mb-2 inline-flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink pointer-coarse:min-h-11 print:hidden',
        className,
      )}
    >
      <ArrowLeft className="size-4" /> {children}
    </Link>
  );
}

type LinkButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> &
  ComponentProps<typeof Link>;

/** Renders a link that looks like a button. */
export function LinkButton({ variant, size, className, ...link }: LinkButtonProps) {
  return (
    <Button asChild variant={variant} size={size} className={className}>
      <Link {...link} />
    </Button>
  );
}
