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

const SCHEDULED = { words: 'Scheduled items', to: '/scheduled-payments' };
const SPENT = { words: 'Your spending', to: `/transactions?q=${encodeURIComponent('is:spending')}` };

/** Explains the median on a day from today's cash: certain movements and usual spending. */
function wayTo(answer: Answer, on: string): ExplainInput[] {
  const { currency, now, days } = answer;
  const day = days.find((each) => each.day === on);
  const signed = (amount: number) => formatMoney(amount, currency, true);
  if (!day) return [{ name: 'Today', value: formatMoney(now, currency) }];
  return [
    { name: 'Today', value: formatMoney(now, currency) },
    { name: 'Scheduled items until then', value: signed(day.known - now) },
    { name: 'Estimated spending until then', value: signed(day.median - day.known) },
    { name: `End of ${formatTextDate(on)}`, value: formatMoney(day.median, currency) },
  ];
}

const middleOf = ({ noModel }: Answer) =>
  noModel ? 'with scheduled items only' : `median of ${FUTURES} simulations`;

export function lowestExplained(answer: Answer): Explained {
  return {
    title: 'Lowest point',
    formula: `Today's cash plus scheduled items minus estimated spending, day by day (${middleOf(answer)}). This is the lowest of ${answer.days.length} days.`,
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
          { name: 'Forecast end', value: formatTextDate(lastDay) },
          {
            name: `Lowest, ${formatTextDate(lowest.day)}`,
            value: formatMoney(lowest.value, currency),
          },
          ...(firstBelow.low ? [{ name: '10% chance from', value: formatTextDate(firstBelow.low) }] : []),
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
    title: 'The 80% range',
    formula: `We run ${FUTURES} simulations based on your past spending. Each day, 10% end below the range and 10% above. This is the lowest point of the range.`,
    inputs: [
      ...(day
        ? [
            { name: 'Date', value: formatTextDate(day.day) },
            { name: '10% chance below', value: money(day.low) },
            { name: 'Median', value: money(day.median) },
            { name: '10% chance above', value: money(day.high) },
          ]
        : []),
      { name: 'Days analyzed', value: inputs.days },
      { name: 'Average week', value: money(inputs.averageWeek) },
    ],
    links: [SPENT, { words: 'Lesson: Living on an income that changes', to: '/tips/uneven-income' }],
  };
}
