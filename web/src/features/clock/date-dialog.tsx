import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useState } from 'react';
import { formatListDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';

const FARTHEST_YEARS = 40;

/** Chooses the day to fast-forward to. */
export function DateDialog({
  today,
  onChoose,
  onClose,
}: {
  today: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const first = dayText(parseDay(today) + 1);
  const last = dayText(addMonths(parseDay(today), FARTHEST_YEARS * 12));
  const [day, setDay] = useState(dayText(addMonths(parseDay(today), 1)));
  const [touched, setTouched] = useState(false);
  const isPossible = day >= first && day <= last;
  const error =
    touched && !isPossible ? `Choose a day after today, within ${FARTHEST_YEARS} years.` : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Fast-forward to a date"
      description="Pay, bills, interest, and statements post along the way. To go back, restore a checkpoint."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTouched(true);
          if (isPossible) onChoose(day);
        }}
        className="flex flex-col gap-5"
      >
        <Field label="Date" {...(error && { error })}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={day}
              min={first}
              max={last}
              onChange={(event) => setDay(event.target.value)}
              onBlur={() => setTouched(true)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg">
          {isPossible ? `Fast-forward to ${formatListDate(day)}` : 'Choose a date'}
        </Button>
      </form>
    </Dialog>
  );
}
