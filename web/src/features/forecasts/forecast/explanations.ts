import type { ExplainInput } from '@/entities/explanation/explain';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { type Answer, FUTURES } from './calculation';

type Explained = {
  title: string;
  formula: string;
  inputs: ExplainInput[];
  links: { words: string; to: string }[];
};

const SCHEDULED = { words: 'What is scheduled', to: '/scheduled-payments' };
const SPENT = { words: 'What you spent', to: `/transactions?q=${encodeURIComponent('is:spending')}` };

/** Explains the median on a day from today's cash: certain movements and usual spending. */
function wayTo(answer: Answer, on: string): ExplainInput[] {
  const { currency, now, days } = answer;
  const day = days.find((each) => each.day === on);
  const signed = (amount: number) => formatMoney(amount, currency, true);
  if (!day) return [{ name: 'Today', value: formatMoney(now, currency) }];
  return [
    { name: 'Today', value: formatMoney(now, currency) },
    { name: 'What is certain until then', value: signed(day.known - now) },
    { name: 'Usual spending until then', value: signed(day.median - day.known) },
    { name: `End of ${formatTextDate(on)}`, value: formatMoney(day.median, currency) },
  ];
}

const middleOf = ({ noModel }: Answer) =>
  noModel ? 'with only what is certain' : `in the middle of ${FUTURES} futures`;

export function lowestExplained(answer: Answer): Explained {
  return {
    title: 'Lowest point',
    formula: `Today’s cash, plus what is certain, less usual spending, day by day ${middleOf(answer)}. This is the lowest of ${answer.days.length} days.`,
    inputs: wayTo(answer, answer.lowest.day),
    links: [
      SCHEDULED,
      ...(answer.noModel ? [] : [SPENT]),
      { words: 'Lesson: How many months your savings cover', to: '/tips/months-covered' },
    ],
  };
}

export function belowExplained(answer: Answer): Explained {
  const { firstBelow, lastDay, lowest, currency } = answer;
  return {
    title: 'First day below zero',
    formula: `The first day that ends below ${formatMoney(0, currency)}, ${middleOf(answer)}.`,
    inputs: firstBelow.middle
      ? wayTo(answer, firstBelow.middle)
      : [
          { name: 'Looked at until', value: formatTextDate(lastDay) },
          {
            name: `Lowest, ${formatTextDate(lowest.day)}`,
            value: formatMoney(lowest.value, currency),
          },
          ...(firstBelow.low ? [{ name: 'In one in ten from', value: formatTextDate(firstBelow.low) }] : []),
        ],
    links: [SCHEDULED, { words: 'Lesson: If your pay stopped', to: '/tips/if-pay-stops' }],
  };
}

/** The day on which the lower edge of the band is lowest. */
export function bandExplained(answer: Answer): Explained {
  const { days, currency, inputs } = answer;
  const money = (amount: number) => formatMoney(amount, currency);
  const [first, ...others] = days;
  const day = first && others.reduce((least, each) => (each.low < least.low ? each : least), first);
  return {
    title: 'The band of 8 in 10 futures',
    formula: `${FUTURES} futures are drawn from your own past days. On each day one in ten ends below the band and one in ten above it. This is the lowest that its lower edge gets.`,
    inputs: [
      ...(day
        ? [
            { name: 'On', value: formatTextDate(day.day) },
            { name: 'One in ten below', value: money(day.low) },
            { name: 'The middle', value: money(day.median) },
            { name: 'One in ten above', value: money(day.high) },
          ]
        : []),
      { name: 'Days looked at', value: inputs.days },
      { name: 'Average week', value: money(inputs.averageWeek) },
    ],
    links: [SPENT, { words: 'Lesson: Living on an income that changes', to: '/tips/uneven-income' }],
  };
}
