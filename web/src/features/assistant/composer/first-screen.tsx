import { addMonths, getDay as dayNumber, dayText, getDate, parseDay } from '@engine/calendar/calendar.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import { analyticsQueries } from '@/features/analytics/queries';
import { autoDepositQueries } from '@/features/auto-deposit/queries';
import { goalQueries } from '@/features/goals/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { formatAs, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';
import { SkeletonRows } from '@/ui/skeleton';

/** Renders example questions about the customer's own data. */
export function FirstScreen({ onAsk, disabled }: { onAsk: (question: string) => void; disabled: boolean }) {
  const groups = useStarters();
  if (groups?.length === 0) return <NothingYet onAsk={onAsk} disabled={disabled} />;
  return (
    <div className="pb-10">
      <p className="mb-8 max-w-160 text-ink-2">
        Ask about your money in your own words. Answers use your own transactions, and nothing moves until you
        confirm.
      </p>
      {groups === undefined ? (
        <SkeletonRows rows={5} label="Loading suggestions" />
      ) : (
        <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
          {groups.map((group) => (
            <Group key={group.title} group={group} onAsk={onAsk} disabled={disabled} />
          ))}
        </div>
      )}
    </div>
  );
}

type GroupProps = { group: StarterGroup; onAsk: (question: string) => void; disabled: boolean };

function Group({ group: { title, questions }, onAsk, disabled }: GroupProps) {
  return (
    <section>
      <h2 className="mb-1 text-base text-ink-3">{title}</h2>
      <ul className="divide-y divide-line border-line border-t">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onAsk(question)}
              className="group -mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-2 px-2 py-2.5 text-left hover:bg-sunken disabled:opacity-60"
            >
              <span className="min-w-0 flex-1 break-words">{question}</span>
              <ArrowRight className="size-4 shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingYet({ onAsk, disabled }: Omit<GroupProps, 'group'>) {
  return (
    <>
      <EmptyState
        title="Nothing to ask about yet"
        action={
          <LinkButton to="/create-account" variant="primary">
            Open account
          </LinkButton>
        }
      >
        Open an account and add money. Then ask about spending, balances, or what-ifs.
      </EmptyState>
      <div className="mt-4 max-w-120 pb-10">
        <Group
          group={{
            title: 'Try asking',
            questions: ['What can you do?', 'What is an APR?', 'How do I set up an auto deposit?'],
          }}
          onAsk={onAsk}
          disabled={disabled}
        />
      </div>
    </>
  );
}

/** Used until the simulated day is known. */
const SOME_DAY = '2000-01-01';
const MONTHS_AHEAD = 2;

/**
 * Returns example questions about the customer's own products: undefined while loading, empty without
 * products.
 */
function useStarters(): StarterGroup[] | undefined {
  const { data: me } = useQuery(customerQueries.me());
  const { data: accounts } = useQuery(accountQueries.list());
  const { data: cards } = useQuery(creditCardQueries.list());
  const { data: loans } = useQuery(loanQueries.list());
  const { data: mortgages } = useQuery(mortgageQueries.list());
  const { data: goals } = useQuery(goalQueries.list());
  const { data: deposits } = useQuery(autoDepositQueries.list());
  const today = me ? getDay(me.now, me.time_zone) : SOME_DAY;
  const flows = useQuery({
    ...analyticsQueries.flows(
      useMemo(() => lastMonth(today), [today]),
      null,
    ),
    enabled: me !== undefined,
  });
  const [card] = cards?.filter(({ closed_at }) => closed_at === null) ?? [];
  const [statements] = useQueries({
    queries: (card ? [card] : []).map(({ id }) => creditCardQueries.statements(id)),
  });
  // Skips questions about data that failed to load.
  if (!me || !accounts || !cards || !loans || flows.isPending || statements?.isPending) return undefined;
  const usable = accounts.filter(isUsable);
  if (usable.length + cards.length + loans.length === 0) return [];
  const interest = statements?.data?.find((statement) => statement.interest > 0)?.interest;
  return getStarters({
    accounts: usable,
    cards: cards.filter(({ closed_at }) => closed_at === null),
    debts: loans.filter(({ remaining_balance }) => remaining_balance > 0),
    hasMortgage: (mortgages ?? []).some(({ remaining_balance }) => remaining_balance > 0),
    goals: (goals ?? []).filter(({ status }) => status === 'active'),
    largestCategory: getLargest(flows.data ?? []),
    cardInterest: card && interest ? { amount: interest, currency: card.currency } : null,
    monthAhead: formatAs(monthAhead(today), 'MMMM'),
    hasPay: (deposits ?? []).some((deposit) => deposit.is_pay && !deposit.paused),
  });
}

type Flow = {
  part: string;
  is_before: boolean;
  direction: string | null;
  category: string | null;
  amount: number | null;
};

function getLargest(flows: readonly Flow[]): string | null {
  const spent = flows
    .filter(({ part, is_before, direction }) => part === 'category' && !is_before && direction === 'out')
    .filter(({ category }) => category !== null)
    .toSorted((one, other) => (other.amount ?? 0) - (one.amount ?? 0));
  return spent[0]?.category ?? null;
}

/** The last full month and the one before it. */
function lastMonth(today: string) {
  const first = getMonthStart(today);
  const from = addMonths(first, -1);
  return {
    name: 'month' as const,
    from: dayText(from),
    to: dayText(first - 1),
    beforeFrom: dayText(addMonths(from, -1)),
    beforeTo: dayText(from - 1),
    beforeWords: 'the month before',
  };
}

const monthAhead = (today: string) => dayText(addMonths(getMonthStart(today), MONTHS_AHEAD));

function getMonthStart(today: string) {
  const { year, month } = getDate(parseDay(today));
  return dayNumber(year, month, 1);
}

/** The customer's product names for example questions. */
export type StarterFacts = {
  /** The customer's open accounts, oldest first. */
  accounts: readonly { name: string; type: string; currency: string }[];
  cards: readonly { name: string; frozen: boolean }[];
  /** Loans with a balance. */
  debts: readonly { name: string }[];
  hasMortgage: boolean;
  goals: readonly { name: string }[];
  /** The category with the most spending in the last full month. */
  largestCategory: string | null;
  /** The interest on the latest card statement, in major units. */
  cardInterest: { amount: number; currency: string } | null;
  /** The name of a month one or two months ahead: "March". */
  monthAhead: string;
  hasPay: boolean;
};

type StarterGroup = { title: string; questions: string[] };

/** The largest number of questions in a group. */
const MOST = 3;
const MOVED = 50;
const LAPTOP = 900;
const MORE_A_MONTH = 100;

/** Suggests questions about the customer's own products, by topic. Omits topics without data. */
export function getStarters(facts: StarterFacts): StarterGroup[] {
  const groups = [
    { title: 'Look up', questions: getLookupQuestions(facts) },
    { title: 'Find out why', questions: reasons(facts) },
    { title: 'Plan ahead', questions: ahead(facts) },
    { title: 'Take action', questions: done(facts) },
  ];
  return groups
    .map(({ title, questions }) => ({ title, questions: questions.slice(0, MOST) }))
    .filter(({ questions }) => questions.length > 0);
}

function getLookupQuestions({ largestCategory, cards, accounts }: StarterFacts): string[] {
  const [card] = cards;
  return [
    ...(largestCategory ? [`How much did I spend on ${largestCategory} last month?`] : []),
    ...(accounts.length > 0 ? ['Which payments are due in the next 30 days?'] : []),
    ...(card ? [`What is the minimum payment on ${card.name}?`] : []),
    ...(accounts.length > 0 ? ['What is my net worth?'] : []),
  ];
}

function reasons({ cardInterest, cards, debts, hasMortgage }: StarterFacts): string[] {
  const [debt] = debts;
  return [
    ...(cardInterest
      ? [`Why is my interest ${formatMoney(cardInterest.amount, cardInterest.currency)}?`]
      : []),
    ...(debt ? [`How much interest did I pay on ${debt.name} this year?`] : []),
    ...(hasMortgage ? ['When will my mortgage be paid off?'] : []),
    ...(cards.length > 0 || debts.length > 0 ? ['Why is my credit score what it is?'] : []),
  ];
}

function ahead({ accounts, debts, goals, monthAhead }: StarterFacts): string[] {
  const [account] = accounts;
  const [debt] = debts;
  const [goal] = goals;
  if (!account) return [];
  return [
    `Can I afford a ${formatMoney(LAPTOP, account.currency).replace(/\.00$/, '')} laptop in ${monthAhead}?`,
    ...(debt
      ? [`What if I pay ${formatMoney(MORE_A_MONTH).replace(/\.00$/, '')} more a month on ${debt.name}?`]
      : []),
    ...(goal ? [`When will I reach ${goal.name}?`] : []),
    `What will the balance of ${account.name} be in 3 months?`,
  ];
}

function done({ accounts, cards, hasPay }: StarterFacts): string[] {
  const from = accounts.find(({ type }) => type === 'CHECKING') ?? accounts[0];
  const to = accounts.find((account) => account !== from && account.currency === from?.currency);
  const card = cards.find(({ frozen }) => !frozen);
  const amount = formatMoney(MOVED, from?.currency).replace(/\.00$/, '');
  return [
    ...(from && to ? [`Move ${amount} from ${from.name} to ${to.name}`] : []),
    ...(card ? [`Freeze ${card.name}`] : []),
    ...(from ? [hasPay ? 'Fast-forward to the next payday' : 'Fast-forward one week'] : []),
  ];
}
