import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { customerQueries } from '@/entities/customer/queries';
import { formatApr, getApr } from '@/entities/debt/cost/apr';
import { pointsField } from '@/entities/debt/cost/fees';
import { debtMutations } from '@/entities/debt/data/mutations';
import { simulatedDebt } from '@/entities/debt/data/plan';
import {
  type Debt,
  formatMonths,
  getCostTerms,
  loanAsDebt,
  mortgageAsDebt,
} from '@/entities/debt/data/terms';
import { clockQueries } from '@/entities/household/clock-queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { type Mortgage, mortgageQueries } from '@/features/mortgages/queries';
import { getDay } from '@/lib/dates';
import { wholeField } from '@/lib/fields';
import { formatExactRate, formatMoney } from '@/lib/money';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { TextField } from '@/ui/forms/text-field';
import { BackLink } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { type Loan, loanQueries } from './queries';
import { RefinanceOfferView } from './refinance-offer';

/** The term of a new loan or mortgage: its unit, the months per unit, the maximum, and the default. */
const TERMS = {
  loan: { unit: 'months', months: 1, most: 600, usual: '60' },
  mortgage: { unit: 'years', months: 12, most: 50, usual: '20' },
} as const;

/** Renders the refinancing page: debt selection, term, offer, and comparison. */
export default function RefinancePage() {
  const loaded = combineQueries(useQuery(loanQueries.list()), useQuery(mortgageQueries.list()));
  return (
    <Page title="Refinance or combine" above={<BackLink to="/loans">Loans</BackLink>}>
      <Loaded from={loaded} failure="We couldn't load your debts." rows={4}>
        {([loans, mortgages]) => <Refinancing loans={loans} mortgages={mortgages} />}
      </Loaded>
    </Page>
  );
}

function Refinancing({ loans, mortgages }: { loans: readonly Loan[]; mortgages: readonly Mortgage[] }) {
  const debts = useMemo(
    // A line of credit can't be refinanced: its balance can be paid and drawn again at any time.
    () =>
      [...loans.map(loanAsDebt), ...mortgages.map(mortgageAsDebt)].filter(
        ({ owed, line }) => owed > 0 && !line,
      ),
    [loans, mortgages],
  );
  if (debts.length > 0) return <RefinanceForm debts={debts} />;
  return (
    <EmptyState title="You have no loans or mortgages.">
      Your loans and mortgages will appear here.
    </EmptyState>
  );
}

function RefinanceForm({ debts }: { debts: readonly Debt[] }) {
  const household = useQuery(clockQueries.household()).data ?? null;
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone);
  const [search, setSearch] = useSearchParams();
  const offer = useMutation(debtMutations.requestOffer);
  const requestedIds = (search.get('debts') ?? '').split(',').filter(Boolean);
  const { control, submit, watch, setValue, clearErrors, formState, isSubmitting } = useBankForm({
    schema: refinanceSchema(debts),
    defaults: {
      debtIds: requestedIds,
      term: TERMS[debts.find(({ id }) => requestedIds.includes(id))?.product ?? 'loan'].usual,
      points: '',
    },
    mode: 'onSubmit',
    currency: debts.find(({ id }) => requestedIds.includes(id))?.currency ?? 'USD',
    refusedField: 'debtIds',
    onSubmit: (request) => offer.mutateAsync(request),
  });
  const debtIds = watch('debtIds');
  const chosen = debts.filter(({ id }) => debtIds.includes(id));
  const product = chosen[0]?.product ?? 'loan';
  const oldTerms = useMemo(
    () =>
      debts
        .filter(({ id }) => debtIds.includes(id))
        .map((debt) => simulatedDebt(debt, household, today).terms),
    [debts, debtIds, household, today],
  );

  function toggle(debt: Debt, isOn: boolean) {
    offer.reset();
    clearErrors();
    // A mortgage must be refinanced on its own, but loans can be combined.
    const combinable = chosen.filter((other) => other.product === 'loan' && debt.product === 'loan');
    const ids = isOn ? [...combinable, debt].map(({ id }) => id) : debtIds.filter((id) => id !== debt.id);
    if (isOn && debt.product !== product) setValue('term', TERMS[debt.product].usual);
    setValue('debtIds', ids);
    setSearch(ids.length > 0 ? { debts: ids.join(',') } : {}, { replace: true });
  }

  return (
    <>
      <form
        onSubmit={submit}
        onChange={() => offer.reset()}
        noValidate
        className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <Section title="Debts to replace" aside="Combine loans or refinance one mortgage">
          <ul className="divide-y divide-line border-line border-t">
            {debts.map((debt) => (
              <li key={debt.id}>
                <label className="flex min-h-13 cursor-pointer items-center gap-3 py-2.5">
                  <input
                    type="checkbox"
                    checked={debtIds.includes(debt.id)}
                    onChange={(event) => toggle(debt, event.target.checked)}
                    className="size-5 shrink-0 accent-(--accent)"
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{debt.name}</span>
                    <span className="block text-ink-3 text-sm">
                      {formatExactRate(debt.rate)}, {formatApr(getApr(getCostTerms(debt)))} APR,{' '}
                      {formatMoney(debt.payment, debt.currency)} a month, {formatMonths(debt.months)} total
                    </span>
                  </span>
                  <span className="figures font-semibold">{formatMoney(debt.owed, debt.currency)}</span>
                </label>
              </li>
            ))}
          </ul>
          <p aria-live="polite" className="mt-2 text-negative text-sm empty:hidden">
            {formState.errors.debtIds?.message}
          </p>
        </Section>
        <div className="flex flex-col gap-5">
          <TextField
            control={control}
            name="term"
            label={`New term (${TERMS[product].unit})`}
            inputMode="numeric"
          />
          {product === 'mortgage' && (
            <TextField
              control={control}
              name="points"
              label="Points"
              inputMode="decimal"
              placeholder="0"
              hint="Each point costs 1% of the loan and lowers the rate by 0.25 percentage points."
            />
          )}
          <Button type="submit" variant={offer.data ? 'secondary' : 'primary'} size="lg" busy={isSubmitting}>
            View offer
          </Button>
          <p className="text-ink-3 text-sm">No commitment. Offers last 14 simulated days.</p>
        </div>
      </form>
      {offer.data && (
        <RefinanceOfferView offer={offer.data} debts={chosen} oldTerms={oldTerms} today={today} />
      )}
    </>
  );
}

/** Returns the schema for the chosen debts and the new loan's term in months. */
function refinanceSchema(debts: readonly Debt[]) {
  return z
    .object({ debtIds: z.array(z.string()), term: z.string(), points: z.string() })
    .transform((typed, context) => {
      const chosen = debts.filter(({ id }) => typed.debtIds.includes(id));
      const { unit, months, most } = TERMS[chosen[0]?.product ?? 'loan'];
      const term = wholeField({ from: 1, to: most, unit }).safeParse(typed.term);
      const addProblem = (field: keyof typeof typed, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (term.error) addProblem('term', term.error.issues[0]?.message ?? 'Enter a term.');
      const points = pointsField.safeParse(chosen[0]?.product === 'mortgage' ? typed.points : '');
      if (points.error) addProblem('points', points.error.issues[0]?.message ?? 'Enter points.');
      if (chosen.length === 0) addProblem('debtIds', 'Choose at least one debt.');
      return term.success && points.success && chosen.length > 0
        ? { debts: chosen, term: term.data * months, points: points.data }
        : z.NEVER;
    });
}
