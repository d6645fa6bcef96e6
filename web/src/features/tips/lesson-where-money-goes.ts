import { formatAs } from '@/lib/dates';
import { barsOf, moneyOf, percentText, question, shareText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

/** The category on which most is spent, as a month's amount, and all spending of a month. */
function largestOf({ categories, months }: LessonFacts) {
  const count = Math.max(1, months.length);
  const all = categories.reduce((sum, { spent }) => sum + spent, 0);
  const [first] = categories;
  return {
    name: first?.name ?? '',
    monthly: Math.round((first?.spent ?? 0) / count),
    all: Math.round(all / count),
    share: all > 0 && first ? first.spent / all : 0,
  };
}

const TEN_PERCENT = 10;

export const whereMoneyGoes: Lesson = {
  id: 'where-money-goes',
  topic: 'spending',
  title: 'Where the month goes',
  summary: 'A few categories decide almost everything.',
  needs: ({ categories, months }) => categories.length > 1 && months.length > 0,
  parts: [
    {
      text: [
        'Ask people what they spend, and they count what they remember: the coffee, the new shoes. Most money leaves without being noticed. Rent, the car and groceries are larger, come again and again, and were decided long ago.',
        'So begin with the largest [category](category), not with the one you feel guilty about. A tenth less of a large amount is more than all of a small one.',
      ],
    },
    'figure',
    {
      heading: 'Fixed, flexible, optional',
      text: [
        'It helps to sort spending by how fast you can change it. [Fixed costs](fixed-costs), such as rent or a loan, are set by a contract: they change when the contract does. Flexible costs, such as food or fuel, you cannot do without, but you decide how much. The rest is optional: you could stop tomorrow.',
        'None of the three is bad. What matters is how much of the month is already promised before it begins. When fixed costs take most of your pay, a cut somewhere else hardly moves anything, and a month without pay is hard to stand. When they take little, you have room.',
      ],
    },
    'tool',
    {
      heading: 'A plan before the month',
      text: [
        'A [budget](budget) is nothing more than a decision made in advance: this much for food, this much for fuel. The [zero-based](zero-based-budget) kind gives every dollar a job until none is left over; savings are one of those jobs.',
        'Set it from what you really spent, not from what you wish. The middle of your last six months is a fair start, because one expensive month does not move it. Then lower one category, by an amount you can name, and look again at the end of the month. A plan that fails in its first week was a wish.',
        'Watch what follows from a cut, too. A cheaper flat farther away raises fuel. Compare the total, not the line you looked at.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { name, monthly, all, share } = largestOf(facts);
    const first = formatAs(facts.months[0]?.month ?? '', 'MMMM');
    return {
      value: shareText(share),
      label: `of your spending is ${name}`,
      words: `Since ${first} you spent ${money(all)} in a usual month, ${money(monthly)} of it on ${name}.`,
      formula: 'spent in the category ÷ spent in all, over the last whole months',
      inputs: facts.categories.slice(0, 5).map((category) => ({
        name: category.name,
        value: money(category.spent / Math.max(1, facts.months.length)),
      })),
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { name, monthly } = largestOf(facts);
    const second = facts.categories[1];
    const other = Math.round((second?.spent ?? 0) / Math.max(1, facts.months.length));
    return {
      label: 'Spend less, by',
      from: 1,
      to: 50,
      step: 1,
      start: TEN_PERCENT,
      write: percentText,
      answer: (percent) => {
        const saved = (amount: number) => Math.round((amount * 12 * percent) / 100);
        return {
          words: `${percentText(percent)} less on ${name} is ${money(saved(monthly))} in a year.`,
          bars: barsOf([
            { label: name, amount: saved(monthly), value: money(saved(monthly)) },
            ...(second ? [{ label: second.name, amount: saved(other), value: money(saved(other)) }] : []),
          ]),
        };
      },
    };
  },
  next: { words: 'Set a budget for it', to: '/budgets' },
  sources: [SOURCES.spendingTracker, SOURCES.expenditures],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { name, monthly, all, share } = largestOf(facts);
    const tenth = Math.round(monthly * 12 * 0.1);
    return [
      question(
        `${money(monthly)} a month goes to ${name}. What does a tenth less save in a year?`,
        money(tenth),
        [money(monthly), money(Math.round(monthly / 10)), money(Math.round(monthly * 12 * 0.9))],
        `A tenth of ${money(monthly)} is ${money(Math.round(monthly / 10))}, twelve times a year.`,
      ),
      question(
        `A household spends ${money(all)} a month, ${money(monthly)} of it on ${name}. What share is that?`,
        shareText(share),
        [shareText(share / 2), shareText(Math.min(1, share + 0.15)), shareText(1 - share)],
        'A share is the part divided by the whole.',
      ),
      question(
        'Which of these is a fixed cost?',
        'Rent under a lease',
        ['Groceries', 'Fuel', 'A cinema ticket'],
        'A contract sets it: you cannot change it this month. Groceries and fuel are flexible, the ticket is optional.',
      ),
      question(
        'What is a fair first amount for a budget of a category?',
        'The middle of what the last six months cost',
        ['The cheapest month so far', 'A third of your pay', 'What a friend spends'],
        'The middle is not moved by one unusual month, and it is yours. A plan that starts from a wish fails at once.',
      ),
    ];
  },
};
