import { dayText } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor, markMinor } from '@engine/money/minor.ts';
import {
  nextResetOn,
  rateBounds,
  rateShock,
  type VariableTerms,
} from '@engine/products/debts/mortgage-plans.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isVariable } from '@/entities/debt/data/plan';
import { type DebtEvent, debtQueries } from '@/entities/debt/data/queries';
import type { Debt } from '@/entities/debt/data/terms';
import { DebtPage, type DebtPageProps } from '@/entities/debt/debt-page';
import { formatAs, formatListDate, formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { Description } from '@/ui/description';
import { Segmented } from '@/ui/forms/segmented';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { EscrowSection } from './escrow-section';
import { HomeSection } from './home-section';
import { InsuranceSection } from './insurance-section';

/** Renders a mortgage's page, with the home and the interest rate risk. */
export default function MortgagePage(props: DebtPageProps) {
  const { debt, timeZone } = props;
  return (
    <DebtPage {...props}>
      {(simulated) => (
        <>
          {debt.home && debt.owed > 0 && (
            <HomeSection debt={debt} home={debt.home} simulated={simulated} timeZone={timeZone} />
          )}
          {debt.home && debt.currency === 'USD' && <LineOfCredit homeId={debt.id} />}
          {debt.insurance && debt.home && debt.owed > 0 && (
            <InsuranceSection debt={debt} insurance={debt.insurance} home={debt.home} simulated={simulated} />
          )}
          {debt.owed > 0 && (
            <EscrowSection
              debt={debt}
              escrow={simulated.escrow}
              today={props.today}
              accounts={props.accounts}
            />
          )}
          {debt.owed > 0 && isVariable(simulated.terms) && (
            <RateSection debt={debt} terms={simulated.terms} timeZone={timeZone} />
          )}
        </>
      )}
    </DebtPage>
  );
}

/** Renders a link to the line of credit that the home secures, or to the application for one. */
function LineOfCredit({ homeId }: { homeId: string }) {
  const { data: line, isSuccess } = useQuery(debtQueries.creditLine(homeId));
  if (!isSuccess) return null;
  return (
    <p className="mt-6 text-ink-2">
      {line ? (
        <>
          This home secures <TextLink to={`/loans/${line.id}`}>{line.name}</TextLink>, with a limit of{' '}
          {formatMoney(line.amount, line.currency)}.
        </>
      ) : (
        <>
          You can borrow against your home when you need to.{' '}
          <TextLink to={`/loan-applications?home=${homeId}`}>Apply for a home equity line</TextLink>
        </>
      )}
    </p>
  );
}

const SHOCKS = [
  { value: '1', label: '+1 point' },
  { value: '2', label: '+2' },
  { value: '3', label: '+3' },
] as const;
type Points = (typeof SHOCKS)[number]['value'];

type RateSectionProps = { debt: Debt; terms: VariableTerms; timeZone: string };

/** Renders an adjustable rate: the next reset, its limits, the cost of a rate increase, and past resets. */
function RateSection({ debt, terms, timeZone }: RateSectionProps) {
  const [points, setPoints] = useState<Points>('1');
  const events = useQuery(debtQueries.events(debt.id)).data ?? [];
  const resets = events.filter(({ kind }) => kind === 'rate_reset');
  const shock = useMemo(() => rateShock(terms, Number(points)), [terms, points]);
  const { highest, lowest } = rateBounds(terms);
  const next = nextResetOn(terms);
  const money = (amount: Minor) => formatMinor(amount, debt.currency);
  return (
    <Section title="If rates rise" className="mt-12">
      <p className="max-w-160 text-ink-2">
        {next === null
          ? "Your rate won't change again."
          : `Your rate resets on ${formatListDate(dayText(next))} to the index plus a ${terms.variable.margin}-point margin. It can change by at most ${terms.variable.capPerReset} points from ${formatExactRate(debt.rate)}.`}{' '}
        {next !== null &&
          `It always stays between ${formatExactRate(lowest)} and ${formatExactRate(highest)}.`}
      </p>
      <div className="mt-5 grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Segmented label="Rate increase" value={points} onValueChange={setPoints} options={SHOCKS} />
          {shock.first ? (
            <dl aria-live="polite" className="grid grid-cols-2 gap-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
              <Description
                term={`Monthly payment starting ${formatAs(dayText(shock.first.day), 'MMM yyyy')}`}
              >
                <Money
                  amount={fromMinor(shock.first.payment)}
                  currency={debt.currency}
                  size="inline"
                  expected
                />
                <span className="block text-ink-2 text-sm">
                  {money(markMinor(shock.first.payment - terms.payment))} more, at{' '}
                  {formatExactRate(shock.first.rate)}
                </span>
              </Description>
              <Description term="Extra interest">
                <Money
                  amount={fromMinor(shock.moreInterest)}
                  currency={debt.currency}
                  size="inline"
                  expected
                />
                <span className="block text-ink-2 text-sm">
                  {shock.isCapped && 'limited by the cap, '}up to {money(shock.highestPayment)} a month
                </span>
              </Description>
            </dl>
          ) : (
            <p className="text-ink-2">No change: your rate is fixed.</p>
          )}
        </div>
        <Resets resets={resets} timeZone={timeZone} currency={debt.currency} />
      </div>
    </Section>
  );
}

type ResetsProps = { resets: readonly DebtEvent[]; timeZone: string; currency: string };

function Resets({ resets, timeZone, currency }: ResetsProps) {
  if (resets.length === 0) return <p className="text-ink-3 text-sm">No resets yet</p>;
  return (
    <div>
      <h3 className="mb-1 font-medium text-sm">Past resets</h3>
      <ul className="divide-y divide-line border-line border-t">
        {resets.map(({ id, at, facts }) => {
          const { from, to, payment } = facts as { from: number; to: number; payment: Minor };
          return (
            <li key={id} className="figures flex flex-wrap justify-between gap-x-4 py-2.5">
              <span className="text-ink-2">{formatTextDate(at, timeZone)}</span>
              <span>
                {formatExactRate(from)}{' '}
                <ArrowRight aria-label="becomes" className="inline size-4 text-ink-3" />{' '}
                <strong className="font-semibold">{formatExactRate(to)}</strong>
                <span className="ml-3 text-ink-2">{formatMinor(payment, currency)} a month</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
