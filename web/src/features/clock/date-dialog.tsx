import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { formatListDate } from '@/lib/dates';
import { Form } from '@/ui/forms/form';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';

const FARTHEST_YEARS = 40;

type DateDialogProps = { today: string; onChoose: (day: string) => void; onClose: () => void };

export function DateDialog({ today, onChoose, onClose }: DateDialogProps) {
  const first = dayText(parseDay(today) + 1);
  const last = dayText(addMonths(parseDay(today), FARTHEST_YEARS * 12));
  const schema = z.object({
    day: z
      .string()
      .refine(
        (day) => day >= first && day <= last,
        `Choose a day after today, within ${FARTHEST_YEARS} years.`,
      ),
  });
  const { control, handleSubmit, watch } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { day: dayText(addMonths(parseDay(today), 1)) },
    mode: 'onTouched',
  });
  const fields = schema.safeParse(watch());
  return (
    <Dialog
      onClose={onClose}
      title="Fast-forward to a date"
      description="Pay, bills, interest, and statements post along the way. To go back, restore a checkpoint."
    >
      <Form
        onSubmit={handleSubmit(({ day }) => onChoose(day))}
        verb={fields.success ? `Fast-forward to ${formatListDate(fields.data.day)}` : 'Choose a date'}
      >
        <TextField control={control} name="day" label="Date" type="date" min={first} max={last} />
      </Form>
    </Dialog>
  );
}
