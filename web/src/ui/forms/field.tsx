import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names';

export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldText = {
  label: string;
  /** A note next to the label, such as "optional". */
  note?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
};

type FieldProps = FieldText & {
  className?: string | undefined;
  /** Renders the control. Spread `control` on it to link it to its label, hint, and error. */
  children: (control: ControlProps) => ReactNode;
};

/** Renders a form field: a visible label, a control, and a hint or error. */
export function Field({ label, note, hint, error, className, children }: FieldProps) {
  const id = useId();
  const describedBy = error || hint ? `${id}-text` : undefined;
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {note && <span className="font-normal text-ink-3"> {note}</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      <div id={describedBy} aria-live="polite" className="text-sm empty:hidden">
        {error ? (
          <span className="text-negative">{error}</span>
        ) : (
          hint && <span className="text-ink-3">{hint}</span>
        )}
      </div>
    </div>
  );
}
