import type { ChangeEvent } from 'react';
import { classNames } from '@/ui/class-names';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { PURPOSES } from './application-schema';
import type { StepProps } from './step-props';

export function StepWhat({
  register,
  errors,
  values,
  onPurpose,
}: StepProps & { onPurpose: (value: string) => void }) {
  return (
    <>
      <fieldset>
        <legend className="sr-only">What's the loan for?</legend>
        <div className="divide-y divide-line border-line border-y">
          {PURPOSES.map(({ value, label, hint }) => (
            <div key={value}>
              <label
                className={classNames(
                  '-mx-2.5 flex min-h-13 cursor-pointer items-center gap-3 rounded-2 px-2.5 py-2.5',
                  values.purpose === value ? 'bg-accent-soft' : 'hover:bg-sunken',
                )}
              >
                <input
                  type="radio"
                  value={value}
                  className="size-5 shrink-0 accent-(--accent)"
                  {...register('purpose', {
                    onChange: (event: ChangeEvent<HTMLInputElement>) => onPurpose(event.target.value),
                  })}
                />
                <span>
                  <span className="block font-medium">{label}</span>
                  <span className="block text-ink-2 text-sm">{hint}</span>
                </span>
              </label>
            </div>
          ))}
        </div>
      </fieldset>
      <Field label="Description" note="optional" error={errors.reason?.message}>
        {(props) => (
          <TextInput
            {...props}
            placeholder="A used car to get to work"
            autoComplete="off"
            {...register('reason')}
          />
        )}
      </Field>
    </>
  );
}
