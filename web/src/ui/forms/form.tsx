import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button';

type FormProps = ComponentProps<'form'> & {
  /** The label of the main button. */
  verb: ReactNode;
  busy?: boolean;
  disabled?: boolean;
  /** True while the review beside the form has the page's main button. */
  isReviewed?: boolean;
  below?: ReactNode;
};

/** Renders a form's fields in a column, followed by the main button and other content. */
export function Form({
  verb,
  busy = false,
  disabled = false,
  isReviewed = false,
  below,
  children,
  ...form
}: FormProps) {
  return (
    <form noValidate className="flex flex-col gap-5" {...form}>
      {children}
      <Button
        type="submit"
        variant={isReviewed ? 'secondary' : 'primary'}
        size="lg"
        busy={busy}
        disabled={disabled}
      >
        {verb}
      </Button>
      {below}
    </form>
  );
}
