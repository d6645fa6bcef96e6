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
import type { CreditFacts } from '../../../engine/credit/facts.ts';
import { scoreHistory } from '../../../engine/credit/history.ts';
import { getCreditScore } from '../../../engine/credit/score.ts';
import { share } from './answers-status.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';

type Score = Extract<Question, { kind: 'credit_score' }> & Assumptions;

export async function* creditScore({ ask, assumed }: Score, asking: Asking): Answer {
  const facts = await asking.call<CreditFacts | null>('my_credit_facts');
  if (!facts) return yield text("You don't have a credit score yet. It starts with your first card or loan.");
  const { score, parts } = getCreditScore(facts);
  const months = scoreHistory(facts);
  const [, before] = months.toSorted((one, other) => (one.day < other.day ? 1 : -1));
  const weakest = parts.toSorted((one, other) => other.most - other.points - (one.most - one.points))[0];
  const lead = {
    score: `Your credit score is ${score}, on a scale of 300 to 850.`,
    why: `Your credit score is ${score}: a base of 300, plus ${score - 300} points from five factors.`,
    improve: weakest
      ? `You can gain the most from ${PART_NAMES[weakest.name]}: up to ${weakest.most - weakest.points} points. ${weakest.words}`
      : `Your credit score is ${score}.`,
    change: before
      ? `Your credit score is ${score}. It ${score === before.score ? "hasn't changed" : `${score > before.score ? 'rose' : 'fell'} ${Math.abs(score - before.score)} ${Math.abs(score - before.score) === 1 ? 'point' : 'points'}`} since ${asking.formatDay(before.day)}.`
      : `Your credit score is ${score}. We don't have an earlier month to compare it with.`,
  }[ask];
  yield text(`${lead}${formatAssumed(assumed)}`);
  yield figures(
    ...parts.map(({ name, points, most, words }) => ({
      label: `${capital(PART_NAMES[name])}: ${points} of ${most}`,
      value: words,
    })),
  );
  yield how('Credit score as of today.', {
    rule: 'On-time payments count for 35%, credit utilization 30%, age of credit 15%, credit mix 10%, and inquiries 10%.',
  });
  yield link('Credit score', '/dashboard/credit-score');
}

const PART_NAMES = {
  payments: 'on-time payments',
  utilization: 'credit utilization',
  age: 'age of credit',
  mix: 'credit mix',
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
    yield text("You don't have any goals yet.");
    yield link('Goals', '/goals');
    return;
  }
  const progress = rows.map((row) => {
    const own = standing.get(row.id);
    const saved = own?.saved ?? 0;
    const left = sumOf([row.target, -saved]);
    return { ...row, saved, left, reached: own?.projected_date ?? null, needed: own?.needed_monthly ?? null };
  });
  const [first] = progress;
  if (!first) return;
  if (progress.length > 1)
    yield text(
      `You have ${counted(progress.length, 'goal')}: ${listed(progress.map(({ name, saved, target, currency }) => `${name} has ${money(saved, currency)} of ${money(target, currency)}`))}.${formatAssumed(assumed)}`,
    );
  else {
    const { name, saved, target, left, currency, target_date: targetDate, reached, needed } = first;
    const when =
      left <= 0
        ? `You've reached your ${name} goal.`
        : reached
          ? `At your current pace, you'll reach ${name} around ${asking.formatDay(reached)}.${targetDate ? ` Your target date is ${asking.formatDay(targetDate)}.` : ''}`
          : `We can't estimate a date for ${name} because it has no automatic contributions.`;
    const lead = {
      when,
      progress: `${name} has ${money(saved, currency)} of ${money(target, currency)}, ${share(saved, target)}. You have ${money(Math.max(0, left), currency)} to go.`,
      needed:
        needed === null
          ? `${name} doesn't have a target date. You have ${money(Math.max(0, left), currency)} to go.`
          : `To reach ${name}, save about ${money(needed, currency)} a month until ${asking.formatDay(targetDate ?? '')}.`,
    }[ask];
    yield text(`${lead}${formatAssumed(assumed)}`);
  }
  yield figures(
    ...progress.flatMap(({ name, saved, left, currency, id }) => [
      { label: `${name}, saved`, amount: saved, currency, href: `/goals/${id}` },
      { label: `${name}, remaining`, amount: Math.max(0, left), currency },
    ]),
  );
  yield how(named ? `Goal: ${named.name}.` : 'All goals.', {
    rule: 'The estimate uses your automatic monthly contributions, without interest. Remaining = target − saved.',
  });
}
