import type { ComponentProps, ReactNode } from 'react';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';

type AuthFormProps = ComponentProps<'form'> & {
  /** The label of the main button. */
  verb: string;
  busy: boolean;
  /** The error message for the whole form; null if there is none. */
  problem: string | null;
  /** Content below the button. */
  below?: ReactNode;
};

/** Renders a form for the sign-in service. Problems appear above the fields, and the button is below them. */
export function AuthForm({ verb, busy, problem, below, children, ...form }: AuthFormProps) {
  return (
    <form noValidate className="flex flex-col gap-5" {...form}>
      {problem && <AlertBox kind="negative" fact={problem} />}
      {children}
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {verb}
      </Button>
      {below}
    </form>
  );
}
