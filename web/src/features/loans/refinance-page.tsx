import type { HouseholdRow } from '@engine/household/row.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { debtMutations } from '@/entities/debt/data/calls';
import { simulatedDebt } from '@/entities/debt/data/plan';
import { type Debt, formatMonths, formatRate, loanAsDebt, mortgageAsDebt } from '@/entities/debt/data/terms';
import { clockQueries } from '@/entities/household/clock-queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { mortgageQueries } from '@/features/mortgages/queries';
import { wholeField } from '@/lib/fields';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Page, Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { loanQueries } from './queries';
import { RefinanceOfferView } from './refinance-offer';

const MONTHS_A_YEAR = 12;
const LONGEST_MONTHS = 600;
const LONGEST_YEARS = 50;

/** Replaces debts with a new loan: selection, term, offer, and comparison. */
export default function RefinancePage({ today }: { today: string }) {
  const loans = useQuery(loanQueries.list());
  const mortgages = useQuery(mortgageQueries.list());
  const household = useQuery(clockQueries.household()).data ?? null;
  const debts = useMemo(
    () =>
      [...(loans.data ?? []).map(loanAsDebt), ...(mortgages.data ?? []).map(mortgageAsDebt)].filter(
        ({ owed }) => owed > 0,
      ),
    [loans.data, mortgages.data],
  );
  const all = [loans, mortgages];
  return (
    <Page
      title="Refinance or combine"
      above={
        <Link to="/loans" className="text-link">
          Loans
        </Link>
      }
    >
      {all.some(({ data, error }) => error && !data) ? (
        <ErrorState
          title="We couldn't load your debts."
          onRetry={() => all.forEach((query) => void query.refetch())}
          busy={all.some(({ isFetching }) => isFetching)}
        />
      ) : all.some(({ data }) => !data) ? (
        <SkeletonRows rows={4} />
      ) : debts.length === 0 ? (
        <EmptyState title="You have no loans or mortgages.">
          Nothing to refinance. Your loans show up here.
        </EmptyState>
      ) : (
        <Refinance debts={debts} household={household} today={today} />
      )}
    </Page>
  );
}

type RefinanceProps = { debts: readonly Debt[]; household: HouseholdRow | null; today: string };

function Refinance({ debts, household, today }: RefinanceProps) {
  const [search, setSearch] = useSearchParams();
  const [ids, setIds] = useState(() => (search.get('debts') ?? '').split(',').filter(Boolean));
  const chosen = debts.filter(({ id }) => ids.includes(id));
  const isMortgage = chosen[0]?.product === 'mortgage';
  const [typed, setTyped] = useState(isMortgage ? '20' : '60');
  const [error, setError] = useState<{ term?: string; debts?: string }>({});
  const ask = useMutation(debtMutations.askOffer);
  const old = useMemo(
    () => debts.map((debt) => ({ id: debt.id, terms: simulatedDebt(debt, household, today).terms })),
    [debts, household, today],
  );

  function toggle(debt: Debt, isOn: boolean) {
    ask.reset();
    setError({});
    // A mortgage is refinanced alone. Loans can be combined.
    const kept = chosen
      .filter(({ product }) => product === 'loan' && debt.product === 'loan')
      .map(({ id }) => id);
    const next = isOn ? [...kept, debt.id] : ids.filter((id) => id !== debt.id);
    if (isOn && (debt.product === 'mortgage') !== isMortgage)
      setTyped(debt.product === 'mortgage' ? '20' : '60');
    setIds(next);
    setSearch(next.length > 0 ? { debts: next.join(',') } : {}, { replace: true });
  }
  async function request(event: FormEvent) {
    event.preventDefault();
    const term = termField(isMortgage).safeParse(typed);
    const problem = {
      ...(term.error && { term: term.error.issues[0]?.message ?? 'Enter a term.' }),
      ...(chosen.length === 0 && { debts: 'Choose at least one debt.' }),
    };
    setError(problem);
    if (!term.success || chosen.length === 0) return;
    try {
      await ask.mutateAsync({ debts: chosen, term: isMortgage ? term.data * MONTHS_A_YEAR : term.data });
    } catch (refused) {
      const words = getRefusalMessage(refused, chosen[0]?.currency ?? 'USD');
      if (words) setError({ debts: words });
    }
  }

  return (
    <>
      <form
        onSubmit={request}
        noValidate
        className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <Section title="Debts to replace" aside="combine loans, or refinance one mortgage">
          <ul className="divide-y divide-line border-line border-t">
            {debts.map((debt) => (
              <li key={debt.id}>
                <label className="flex min-h-13 cursor-pointer items-center gap-3 py-2.5">
                  <input
                    type="checkbox"
                    checked={ids.includes(debt.id)}
                    onChange={(event) => toggle(debt, event.target.checked)}
                    className="size-5 shrink-0 accent-(--accent)"
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{debt.name}</span>
                    <span className="block text-ink-3 text-sm">
                      {formatRate(debt.rate)}, {formatMoney(debt.payment, debt.currency)} a month,{' '}
                      {formatMonths(debt.months)} in all
                    </span>
                  </span>
                  <span className="figures font-semibold">{formatMoney(debt.owed, debt.currency)}</span>
                </label>
              </li>
            ))}
          </ul>
          <p aria-live="polite" className="mt-2 text-negative text-sm empty:hidden">
            {error.debts}
          </p>
        </Section>
        <div className="flex flex-col gap-5">
          <Field label={isMortgage ? 'New term (years)' : 'New term (months)'} error={error.term}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  ask.reset();
                }}
              />
            )}
          </Field>
          <Button type="submit" variant={ask.data ? 'secondary' : 'primary'} size="lg" busy={ask.isPending}>
            View offer
          </Button>
          <p className="text-ink-3 text-sm">No commitment. Offers last 14 simulated days.</p>
        </div>
      </form>
      {ask.data && (
        <RefinanceOfferView
          offer={ask.data}
          debts={chosen}
          old={old.filter(({ id }) => ids.includes(id)).map(({ terms }) => terms)}
          today={today}
        />
      )}
    </>
  );
}

const termField = (isMortgage: boolean) =>
  isMortgage
    ? wholeField({ from: 1, to: LONGEST_YEARS, unit: 'years' })
    : wholeField({ from: 1, to: LONGEST_MONTHS, unit: 'months' });
