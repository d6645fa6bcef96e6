import { addMonths, getDay as dayNumber, dayText, getDate, parseDay } from '@engine/calendar/calendar.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import { analyticsQueries, type FlowRow } from '@/features/analytics/queries';
import { lastFullMonths } from '@/features/analytics/range';
import { autoDepositQueries } from '@/features/auto-deposit/queries';
import { goalQueries } from '@/features/goals/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { formatAs, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';
import { SkeletonRows } from '@/ui/skeleton';

export function FirstScreen({ onAsk, disabled }: { onAsk: (question: string) => void; disabled: boolean }) {
  const groups = useStarters();
  if (groups?.length === 0) return <NoProducts onAsk={onAsk} disabled={disabled} />;
  return (
    <div className="max-w-172 pb-10">
      <p className="mb-8 max-w-160 text-ink-2">
        Ask about your money in your own words. Answers are based on your transactions, and no money moves
        until you confirm.
      </p>
      {groups === undefined ? (
        <SkeletonRows rows={5} label="Loading suggestions" />
      ) : (
        <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
          {groups.map((group) => (
            <StarterList key={group.title} group={group} onAsk={onAsk} disabled={disabled} />
          ))}
        </div>
      )}
    </div>
  );
}

type StarterListProps = { group: StarterGroup; onAsk: (question: string) => void; disabled: boolean };

function StarterList({ group: { title, questions }, onAsk, disabled }: StarterListProps) {
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

function NoProducts({ onAsk, disabled }: Omit<StarterListProps, 'group'>) {
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
        <StarterList
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

/** Used until the simulated day has loaded. */
const PLACEHOLDER_DAY = '2000-01-01';
const MONTHS_AHEAD = 2;

/**
 * Returns example questions about the customer's products; undefined while loading, and empty if there are no
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
  const today = me ? getDay(me.now, me.time_zone) : PLACEHOLDER_DAY;
  const flows = useQuery({
    ...analyticsQueries.flows(
      useMemo(() => lastFullMonths(today, 1), [today]),
      null,
    ),
    enabled: me !== undefined,
  });
  const [card] = cards?.filter(({ closed_at }) => closed_at === null) ?? [];
  const [statements] = useQueries({
    queries: (card ? [card] : []).map(({ id }) => creditCardQueries.statements(id)),
  });
  // Data that failed to load isn't pending, so questions about it are skipped.
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
    largestCategory: getLargestCategory(flows.data ?? []),
    cardInterest: card && interest ? { amount: interest, currency: card.currency } : null,
    monthAhead: getMonthAhead(today),
    hasPay: (deposits ?? []).some((deposit) => deposit.is_pay && !deposit.paused),
  });
}

function getLargestCategory(flows: readonly FlowRow[]): string | null {
  const [largest] = flows
    .filter(({ part, is_before, direction }) => part === 'category' && !is_before && direction === 'out')
    .filter(({ category }) => category !== null)
    .toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
  return largest?.category ?? null;
}

/** Returns the name of the month two months from now, such as `March`. */
function getMonthAhead(today: string): string {
  const { year, month } = getDate(parseDay(today));
  return formatAs(dayText(addMonths(dayNumber(year, month, 1), MONTHS_AHEAD)), 'MMMM');
}

/** The facts about a household that the example questions use. */
export type StarterFacts = {
  /** The customer's open accounts, oldest first. */
  accounts: readonly { name: string; type: string; currency: string }[];
  cards: readonly { name: string; frozen: boolean }[];
  /** The loans with a balance. */
  debts: readonly { name: string }[];
  hasMortgage: boolean;
  goals: readonly { name: string }[];
  /** The category with the most spending in the last full month. */
  largestCategory: string | null;
  /** The interest on the latest card statement, in major units. */
  cardInterest: { amount: number; currency: string } | null;
  /** The name of a month one or two months from now, such as "March". */
  monthAhead: string;
  hasPay: boolean;
};

type StarterGroup = { title: string; questions: string[] };

const MAX_QUESTIONS = 3;
/** The amounts in the questions, in major units. */
const TRANSFER = 50;
const LAPTOP_PRICE = 900;
const EXTRA_PAYMENT = 100;

const formatWhole = (amount: number, currency?: string) => formatMoney(amount, currency).replace(/\.00$/, '');

/** Suggests questions about the customer's products, by topic. Omits topics without data. */
export function getStarters(facts: StarterFacts): StarterGroup[] {
  const { accounts, cards, largestCategory, cardInterest: interest } = facts;
  const [account] = accounts;
  const [card] = cards;
  const [debt] = facts.debts;
  const [goal] = facts.goals;
  const from = accounts.find(({ type }) => type === 'CHECKING') ?? account;
  const to = accounts.find((other) => other !== from && other.currency === from?.currency);
  const usableCard = cards.find(({ frozen }) => !frozen);
  const groups = [
    {
      title: 'Look up',
      questions: [
        largestCategory && `How much did I spend on ${largestCategory} last month?`,
        account && 'Which payments are due in the next 30 days?',
        card && `What is the minimum payment on ${card.name}?`,
        account && 'What is my net worth?',
      ],
    },
    {
      title: 'Find out why',
      questions: [
        interest && `Why is my interest ${formatMoney(interest.amount, interest.currency)}?`,
        debt && `How much interest did I pay on ${debt.name} this year?`,
        facts.hasMortgage && 'When will my mortgage be paid off?',
        (card || debt) && 'How is my credit score calculated?',
      ],
    },
    {
      title: 'Plan ahead',
      questions: account && [
        `Can I afford a ${formatWhole(LAPTOP_PRICE, account.currency)} laptop in ${facts.monthAhead}?`,
        debt && `What if I pay ${formatWhole(EXTRA_PAYMENT)} more a month on ${debt.name}?`,
        goal && `When will I reach ${goal.name}?`,
        `What will my ${account.name} balance be in 3 months?`,
      ],
    },
    {
      title: 'Take action',
      questions: [
        from && to && `Move ${formatWhole(TRANSFER, from.currency)} from ${from.name} to ${to.name}`,
        usableCard && `Freeze ${usableCard.name}`,
        from && (facts.hasPay ? 'Fast-forward to the next payday' : 'Fast-forward one week'),
      ],
    },
  ];
  return groups.flatMap(({ title, questions = [] }) => {
    const shown = questions.flatMap((question) => question || []).slice(0, MAX_QUESTIONS);
    return shown.length > 0 ? [{ title, questions: shown }] : [];
  });
}
