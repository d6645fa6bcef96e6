import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Button } from './button';

export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link className="text-link" {...props} />;
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
