import { runway } from '@engine/insights/lesson-figures.ts';
import { barsOf, counted, moneyOf, percentText, question, usualMonth } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const NO_MONTH = { earned: 0, spent: 0 };
const CUT = 20;

const spentLess = (spent: number, percent: number) => Math.round((spent * (100 - percent)) / 100);

function standing(facts: LessonFacts) {
  const { earned, spent } = usualMonth(facts) ?? NO_MONTH;
  const cash = facts.checking + facts.savings;
  return { earned, spent, cash, months: runway(cash, spent, 0) ?? 0 };
}

export const ifPayStops: Lesson = {
  id: 'if-pay-stops',
  topic: 'risk',
  title: 'If your pay stopped',
  summary: 'How long you could go on, and what stretches it.',
  needs: (facts) => facts.checking + facts.savings > 0 && (usualMonth(facts)?.spent ?? 0) > 0,
  parts: [
    {
      text: [
        'For most households the largest thing they own is not in any account: it is the pay of the years to come. Losing it, by losing the job or being too ill to work, is the [risk](risk) worth looking at first.',
        'There are four answers to a risk: avoid it, make it smaller, carry it yourself, or hand it to somebody else. [Insurance](insurance) hands it on, for a price. Savings carry it. Which one is right depends on two questions: how likely is it, and could you stand it?',
      ],
    },
    'figure',
    {
      heading: 'Make it last longer',
      text: [
        'The span is money divided by spending, so there are two ways to lengthen it. Spending is the faster one: in an emergency the optional part can go the same week. Fixed costs cannot, which is why a household with low fixed costs is safer than its income suggests.',
      ],
    },
    'tool',
    {
      heading: 'What others pay',
      text: [
        'Unemployment insurance is run by the states. It replaces a part of the wages of people who lost their job through no fault of their own, for a limited number of weeks; the amount and the weeks differ from state to state. It has to be claimed, so do it in the first week. Who leaves without a good cause usually gets none.',
        '[Disability insurance](disability-insurance) pays a part of the income when illness or an accident keeps you from work. Some employers provide it. Social security does, too, but only for a disability that is expected to last at least a year or to end in death.',
        'Call your lenders before you miss a payment, not after. Ask whether they can pause or lower instalments for a time ([hardship plan](hardship-plan)). A late mark stays on a credit report for up to seven years; a call costs nothing.',
        'And keep the order: housing, food, heat and light, the way to work, then secured debts, then the minimum on everything else.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { spent, cash, months } = standing(facts);
    return {
      value: counted(months, 'month'),
      label: 'without any pay',
      words: `You have ${money(cash)} in checking and savings, and a usual month costs ${money(spent)}.`,
      formula: '(checking + savings) ÷ spending of a usual month, in whole months',
      inputs: [
        { name: 'Checking', value: money(facts.checking) },
        { name: 'Savings', value: money(facts.savings) },
        { name: 'Spent in a month', value: money(spent) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { spent, cash, months } = standing(facts);
    return {
      label: 'Spend less, by',
      from: 0,
      to: 60,
      step: 5,
      start: CUT,
      write: percentText,
      answer: (percent) => {
        const less = spentLess(spent, percent);
        const longer = runway(cash, less, 0) ?? 0;
        return {
          words: `With ${money(less)} a month the money lasts ${counted(longer, 'month')}, ${counted(longer - months, 'month')} longer.`,
          bars: barsOf([
            { label: 'As you spend now', amount: months, value: counted(months, 'month') },
            { label: `${percentText(percent)} less`, amount: longer, value: counted(longer, 'month') },
          ]),
        };
      },
    };
  },
  next: { words: 'Live six months without pay in a branch', to: '/forecasts/what-if?begin=job-loss' },
  sources: [SOURCES.unemployment, SOURCES.disability, SOURCES.sevenYears],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { spent, cash, months } = standing(facts);
    return [
      question(
        `${money(cash)} in the bank, ${money(spent)} spent a month, no pay. How many whole months does it last?`,
        counted(months, 'month'),
        [
          counted(months + 2, 'month'),
          counted(months * 2 + 1, 'month'),
          counted(Math.max(0, months - 1), 'month'),
        ],
        'Money divided by what goes out each month, without the month that is not whole.',
      ),
      question(
        'Which cost cannot be cut in the first week?',
        'Rent',
        ['Restaurants', 'Streaming', 'A new coat'],
        'Rent is fixed by a contract. That is why low fixed costs are a protection of their own.',
      ),
      question(
        'What is unemployment insurance?',
        'A state program that replaces part of the wages for some weeks',
        ['A private policy everybody has', 'A loan from the bank', 'A full salary for a year'],
        'The states run it, for people who lost their job through no fault of their own. It must be claimed.',
      ),
      question(
        'You will not be able to pay the next instalment. What comes first?',
        'Call the lender before it is due',
        ['Wait for the reminder', 'Pay another debt twice', 'Take a cash advance'],
        'Before a missed payment a lender can still arrange something. Afterwards a late mark stands on the report.',
      ),
    ];
  },
};
