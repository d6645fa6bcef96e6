import {
  capital,
  counted,
  figures,
  formatAssumed,
  how,
  link,
  listed,
  money,
  sumOf,
  text,
} from '../../../assistant/format.ts';
import type { Question } from '../../../assistant/intent.ts';
import { formatTextDate } from '../../../engine/calendar/format-date.ts';
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import { scoreHistory } from '../../../engine/credit/history.ts';
import { getCreditScore } from '../../../engine/credit/score.ts';
import { share } from './answers-status.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

type Score = Extract<Question, { kind: 'credit_score' }> & Assumptions;

export async function* creditScore({ ask, assumed }: Score, asking: Asking): Answer {
  const facts = await asking.call<CreditFacts | null>('my_credit_facts');
  if (!facts) return yield text('There is nothing to make a credit score from yet.');
  const { score, parts } = getCreditScore(facts);
  const months = scoreHistory(facts);
  const [, before] = months.toSorted((one, other) => (one.day < other.day ? 1 : -1));
  const weakest = parts.toSorted((one, other) => other.most - other.points - (one.most - one.points))[0];
  const lead = {
    score: `Your credit score is ${score}, of 300 to 850.`,
    why: `Your credit score is ${score}: 300 that everybody has, and ${score - 300} from five parts.`,
    improve: weakest
      ? `Most is to be gained from ${PART_NAMES[weakest.name]}: ${weakest.most - weakest.points} points are missing there. ${weakest.words}`
      : `Your credit score is ${score}.`,
    change: before
      ? `Your credit score is ${score}; at the end of ${formatTextDate(before.day, asking.known.today)} it was ${before.score}, so it ${score === before.score ? 'has not changed' : `${score > before.score ? 'rose' : 'fell'} by ${Math.abs(score - before.score)}`}.`
      : `Your credit score is ${score}; there is no earlier month to compare it with.`,
  }[ask];
  yield text(`${lead}${formatAssumed(assumed)}`);
  yield figures(
    ...parts.map(({ name, points, most, words }) => ({
      label: `${capital(PART_NAMES[name])}: ${points} of ${most}`,
      value: words,
    })),
  );
  yield how('The credit score of today.', {
    rule: 'Payments decide 35%, use of limits 30%, age 15%, kinds of credit 10%, inquiries 10%.',
  });
  yield link('Credit score', '/dashboard/credit-score');
}

const PART_NAMES = {
  payments: 'payments on time',
  utilization: 'the use of card limits',
  age: 'the age of your credit',
  mix: 'the kinds of credit',
  inquiries: 'inquiries',
} as const;

type Goal = Extract<Question, { kind: 'goal' }> & Assumptions;
type GoalRow = {
  id: string;
  name: string;
  target: number;
  target_date: string | null;
  currency: string;
  contribution: string | null;
  contribution_amount: number | null;
  frequency: string | null;
};
type Status = {
  goal_id: string;
  saved: number;
  needed_monthly: number | null;
  projected_date: string | null;
};

export async function* goal({ goal: named, ask, assumed }: Goal, asking: Asking): Answer {
  const [goals, status] = await Promise.all([
    asking.bank.from('goals').select('*').order('priority').order('created_at').throwOnError(),
    asking.bank.from('goal_status').select('*').throwOnError(),
  ]);
  const rows = (goals.data as GoalRow[]).filter(({ id }) => named === null || id === named.id);
  const standing = new Map((status.data as Status[]).map((row) => [row.goal_id, row]));
  if (rows.length === 0) {
    yield text('You are saving for no goal yet.');
    yield link('Goals', '/goals');
    return;
  }
  const told = rows.map((row) => {
    const own = standing.get(row.id);
    const saved = own?.saved ?? 0;
    const left = sumOf([row.target, -saved]);
    return { ...row, saved, left, reached: own?.projected_date ?? null, needed: own?.needed_monthly ?? null };
  });
  const [first] = told;
  if (!first) return;
  if (told.length > 1)
    yield text(
      `${counted(told.length, 'goal')}: ${listed(told.map(({ name, saved, target, currency }) => `${name} has ${money(saved, currency)} of ${money(target, currency)}`))}.${formatAssumed(assumed)}`,
    );
  else {
    const { name, saved, target, left, currency, target_date: wished, reached, needed } = first;
    const when =
      left <= 0
        ? `${name} is reached.`
        : reached
          ? `At its present pace, ${name} is reached on about ${formatTextDate(reached, asking.known.today)}${wished ? `; you wished for ${formatTextDate(wished, asking.known.today)}` : ''}.`
          : `${name} gets nothing by itself, so no day can be foretold.`;
    const lead = {
      when,
      progress: `${name} has ${money(saved, currency)} of ${money(target, currency)}, ${share(saved, target)}; ${money(Math.max(0, left), currency)} is missing.`,
      needed:
        needed === null
          ? `${name} has no date, so any amount will do. ${money(Math.max(0, left), currency)} is missing.`
          : `About ${money(needed, currency)} a month is needed for ${name} by ${formatTextDate(wished ?? '', asking.known.today)}.`,
    }[ask];
    yield text(`${lead}${formatAssumed(assumed)}`);
  }
  yield figures(
    ...told.flatMap(({ name, saved, left, currency, id }) => [
      { label: `${name}, saved`, amount: saved, currency, href: `/goals/${id}` },
      { label: `${name}, missing`, amount: Math.max(0, left), currency },
    ]),
  );
  yield how(named ? `The goal ${named.name}.` : 'All goals.', {
    rule: 'What arrives by itself in a month is counted on, without interest; what is missing is the target less what is saved.',
  });
}
