import { type DayNumber, parseDay } from '@engine/calendar/calendar.ts';
import { type Closing, getClosing } from '@engine/credit/closing.ts';
import type { Offer } from '@engine/credit/decision.ts';
import { toMinor } from '@engine/money/minor.ts';
import { getMonthNumber, getMonthOfYear } from '@engine/products/debts/escrow.ts';
import { findPaymentDayChange } from '@engine/products/debts/payment-day.ts';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { describePoints, POINTS_HINT } from '@/entities/debt/cost/fees';
import { getUsualPaymentDay, wholePaymentDay } from '@/entities/debt/data/terms';
import { billFields, estimateBills, NO_BILLS, UNKNOWN_BILLS } from '@/entities/debt/escrow-bills';
import { BillFields } from '@/entities/debt/escrow-fields';
import { optionalAmountField } from '@/lib/fields';
import { Segmented } from '@/ui/forms/segmented';
import { SwitchRow } from '@/ui/forms/switch-row';
import { TextField } from '@/ui/forms/text-field';
import type { ApplicationRow } from '../queries';

const POINTS = ['0', '1', '2'] as const;

export const acceptanceSchema = z
  .object({
    /** Empty until the customer chooses another account than the suggested one. */
    accountId: z.string(),
    points: z.enum(POINTS).transform(Number),
    hasEscrow: z.boolean(),
    ...billFields,
    paymentDay: wholePaymentDay,
    isAgreed: z.boolean().refine((isAgreed) => isAgreed, "Confirm that you've read the agreement."),
  })
  .refine(({ hasEscrow, propertyTax, homeInsurance }) => !hasEscrow || propertyTax + homeInsurance > 0, {
    path: ['propertyTax'],
    message: NO_BILLS,
  });

export type AcceptanceFields = z.input<typeof acceptanceSchema>;
export type AcceptanceDetails = z.output<typeof acceptanceSchema>;
export type AcceptanceForm = UseFormReturn<AcceptanceFields, unknown, AcceptanceDetails>;

/** Returns true if the loan of an application is a mortgage on the home that it pays for. */
export const isMortgage = ({ loan_type, collateral_value }: ApplicationRow) =>
  loan_type === 'HOME' && collateral_value !== null;

/**
 * Returns the choices that the form starts with. A loan above 80% of the home's value has escrow, as lenders
 * require.
 */
export function getFirstChoices(application: ApplicationRow, offer: Offer, today: string): AcceptanceFields {
  const isHome = isMortgage(application);
  return {
    accountId: '',
    points: '0',
    hasEscrow: isHome && offer.pmiRate !== undefined,
    ...(isHome ? estimateBills(application.collateral_value ?? 0) : UNKNOWN_BILLS),
    paymentDay: getUsualPaymentDay(today),
    isAgreed: false,
  };
}

/** The terms with what the customer has typed so far. */
export type ChosenTerms = {
  closing: Closing;
  points: number;
  /** The due date of the first payment, and the days by which the first period is longer than a month. */
  firstDue: DayNumber;
  oddDays: number;
};

/** Returns the terms of an offer with what the customer has typed so far. */
export function readTerms(typed: AcceptanceFields, offer: Offer, today: string): ChosenTerms {
  const start = { start: parseDay(today), next: 1, balance: offer.amount, rate: offer.rate };
  const day = wholePaymentDay.safeParse(typed.paymentDay).data ?? Number(getUsualPaymentDay(today));
  const { due, days } = findPaymentDayChange(start, day, parseDay(today)) ?? {
    due: parseDay(today),
    days: 0,
  };
  const points = Number(typed.points);
  const bills = {
    tax: toMinor(optionalAmountField.safeParse(typed.propertyTax).data ?? 0),
    insurance: toMinor(optionalAmountField.safeParse(typed.homeInsurance).data ?? 0),
  };
  const closing = getClosing(offer, {
    points,
    bills: typed.hasEscrow && bills.tax + bills.insurance > 0 ? bills : null,
    firstMonth: getMonthOfYear(getMonthNumber(due)),
  });
  return { closing, points, firstDue: due, oddDays: days };
}

type ClosingChoicesProps = { form: AcceptanceForm; application: ApplicationRow; offer: Offer };

/** Renders what the customer chooses before they accept an offer: points, escrow, and the payment day. */
export function ClosingChoices({ form, application, offer }: ClosingChoicesProps) {
  const { control, watch } = form;
  const points = Number(watch('points'));
  return (
    <section aria-label="Your choices" className="mb-8 flex max-w-170 flex-col gap-5 print:hidden">
      {offer.mostPoints !== undefined && (
        <Controller
          control={control}
          name="points"
          render={({ field: { value, onChange } }) => (
            <div className="flex flex-col gap-1.5">
              <p className="font-medium">Points</p>
              <Segmented
                label="Points"
                value={value}
                onValueChange={onChange}
                options={[
                  { value: '0', label: 'None' },
                  { value: '1', label: '1 point' },
                  { value: '2', label: '2 points' },
                ]}
              />
              <p aria-live="polite" className="text-ink-3 text-sm">
                {points > 0
                  ? describePoints(
                      { amount: offer.amount, rate: offer.rate, months: offer.term },
                      points,
                      'USD',
                    )
                  : POINTS_HINT}
              </p>
            </div>
          )}
        />
      )}
      {isMortgage(application) && <EscrowChoice form={form} isUsual={offer.pmiRate !== undefined} />}
      <TextField
        control={control}
        name="paymentDay"
        label="Payment day"
        inputMode="numeric"
        hint="The day of the month on which payments are due, from 1 to 28. On weekends and bank holidays, we collect the payment on the next business day."
      />
    </section>
  );
}

function EscrowChoice({ form, isUsual }: { form: AcceptanceForm; isUsual: boolean }) {
  const { control, watch } = form;
  return (
    <>
      <Controller
        control={control}
        name="hasEscrow"
        render={({ field: { value, onChange } }) => (
          <SwitchRow
            title="Escrow for taxes and insurance"
            description={`We collect a twelfth of your bills with each payment, and pay them when they're due.${isUsual ? ' Lenders usually require it above 80% of the home’s value.' : ''}`}
            on={value}
            busy={false}
            onChange={onChange}
          />
        )}
      />
      {watch('hasEscrow') && (
        <>
          <BillFields control={control} currency="USD" />
          <p className="-mt-2 text-ink-3 text-sm">
            These are typical bills for a home of this value. Change them if you know yours.
          </p>
        </>
      )}
    </>
  );
}
