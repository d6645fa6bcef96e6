import { z } from 'zod';
import {
  hasValidPercent,
  PERCENT_MESSAGE,
  toYearlyColumns,
  yearlyChangeFields,
} from '@/entities/recurring/yearly-change';
import { amountField, dayField, nameField } from '@/lib/fields';
import { getPayProblems, PAY_FIELDS, payFields, toPayDetails, usesPay } from './pay/pay-schema';

/** The bank's limit on the number of deposits. */
const MOST_TIMES = 100_000;
const TIMES_MESSAGE = `Enter a number from 1 to ${MOST_TIMES.toLocaleString('en-US')}.`;

const requiredDayField = dayField.min(1, 'Choose a date.');

function isCount(times: string): boolean {
  return /^\d{1,6}$/.test(times) && Number(times) >= 1 && Number(times) <= MOST_TIMES;
}

const fields = z.object({
  name: nameField,
  accountId: z.string().min(1, 'Choose an account.'),
  amount: amountField(),
  frequency: z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY']),
  startDate: requiredDayField,
  startTime: z.string().regex(/^\d{2}:\d{2}/, 'Choose a time.'),
  ends: z.enum(['never', 'date', 'times']),
  endDate: z.string(),
  times: z.string().trim(),
  isPay: z.boolean(),
  /** Empty if there is no category. */
  categoryId: z.string(),
  ...payFields,
  ...yearlyChangeFields,
});

/** Validates the end even if other fields are invalid. */
const always = { when: () => true };

/** Validates the form and returns its row. Omits the end date or the number of deposits if it isn't used. */
export const autoDepositSchema = PAY_FIELDS.reduce(
  (schema, field) =>
    schema.refine((typed) => getPayProblems(typed)[field] === undefined, {
      path: [field],
      error: ({ input }) => getPayProblems(input as z.output<typeof fields>)[field],
      ...always,
    }),
  fields,
)
  .refine(({ ends, endDate }) => ends !== 'date' || requiredDayField.safeParse(endDate).success, {
    path: ['endDate'],
    message: 'Choose an end date.',
    ...always,
  })
  .refine(({ ends, startDate, endDate }) => ends !== 'date' || endDate === '' || endDate >= startDate, {
    path: ['endDate'],
    message: 'Choose a date on or after the start date.',
    ...always,
  })
  .refine(({ ends, times }) => ends !== 'times' || isCount(times), {
    path: ['times'],
    message: TIMES_MESSAGE,
    ...always,
  })
  .refine(hasValidPercent, { path: ['yearlyPercent'], message: PERCENT_MESSAGE, ...always })
  .transform((typed) => ({
    name: typed.name,
    account_id: typed.accountId,
    amount: typed.amount,
    frequency: typed.frequency,
    start_date: typed.startDate,
    start_time: typed.startTime,
    end_date: typed.ends === 'date' ? typed.endDate : null,
    occurrences: typed.ends === 'times' ? Number(typed.times) : null,
    is_pay: typed.isPay,
    pay_details: usesPay(typed) ? toPayDetails(typed) : null,
    category_id: typed.categoryId || null,
    ...toYearlyColumns(typed),
  }));

export type AutoDepositFields = z.input<typeof autoDepositSchema>;
/** The form's values as a bank row, with the amount in major units. */
export type AutoDepositDetails = z.output<typeof autoDepositSchema>;
