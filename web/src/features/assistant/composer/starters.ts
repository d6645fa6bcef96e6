import { formatMoney } from '@/lib/money';

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

export type StarterGroup = { title: string; questions: string[] };

/** The largest number of questions in a group. */
const MOST = 3;
const MOVED = 50;
const LAPTOP = 900;
const MORE_A_MONTH = 100;

/** Suggests questions about the customer's own products, by topic. Omits topics without data. */
export function getStarters(facts: StarterFacts): StarterGroup[] {
  const groups = [
    { title: 'Look up', questions: lookedUp(facts) },
    { title: 'Find out why', questions: reasons(facts) },
    { title: 'Plan ahead', questions: ahead(facts) },
    { title: 'Take action', questions: done(facts) },
  ];
  return groups
    .map(({ title, questions }) => ({ title, questions: questions.slice(0, MOST) }))
    .filter(({ questions }) => questions.length > 0);
}

function lookedUp({ largestCategory, cards, accounts }: StarterFacts): string[] {
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
