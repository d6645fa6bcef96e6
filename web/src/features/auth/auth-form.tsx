import type { ComponentProps } from 'react';
import { AlertBox } from '@/ui/alert-box';
import { Form } from '@/ui/forms/form';

type AuthFormProps = ComponentProps<typeof Form> & {
  /** The error message for the whole form; null if there is none. */
  problem: string | null;
};

/** Renders a form for the sign-in service. Problems appear above the fields, and the button is below them. */
export function AuthForm({ problem, children, ...form }: AuthFormProps) {
  return (
    <Form {...form}>
      {problem && <AlertBox kind="negative" fact={problem} />}
      {children}
    </Form>
  );
}
