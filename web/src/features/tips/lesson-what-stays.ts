import { payrollTax, savingsRate } from '@engine/insights/lesson-figures.ts';
import { formatAs } from '@/lib/dates';
import { barsOf, moneyOf, question, shareText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const THOUSAND = 100_000;

const lastMonth = ({ months }: LessonFacts) => months.at(-1) ?? { month: '', earned: 0, spent: 0 };

export const whatStays: Lesson = {
  id: 'what-stays',
  topic: 'earning',
  title: 'What you earn and what stays',
  summary: 'From gross pay to what is left at the end of the month.',
  needs: (facts) => lastMonth(facts).earned > 0,
  parts: [
    {
      text: [
        'A job offer names [gross pay](gross-pay): what the employer pays before anything is taken off. What reaches the account is [net pay](net-pay). In the United States three things lie between the two: income tax, payroll tax, and what you chose yourself, such as a health plan or a [401(k)](401k).',
        'Payroll tax is the simplest of them. An employee pays 6.2% of gross pay for social security, up to a yearly limit called the wage base, and 1.45% for Medicare. The employer pays the same again. Income tax depends on your form W-4, your household and your state, so it has no single rate.',
      ],
    },
    'tool',
    {
      heading: 'The number that counts',
      text: [
        'Two people with the same pay can stand very differently at the end of the year. The [savings rate](savings-rate) shows it: what stayed, divided by what came in. It takes no opinion about what you bought. If more went out than came in, it is below zero, and the difference was taken from savings or borrowed.',
      ],
    },
    'figure',
    {
      heading: 'How to read it',
      text: [
        'One month says little. A yearly insurance bill or a third payday moves it a lot, so look at several months before you change anything. Repaying what a loan once paid for is not spending of this month, but the money is gone from the account all the same.',
        'A refund of income tax is no gift either. It means that more was withheld during the year than was owed, and it came back later, without interest. A new form W-4 brings withholding nearer to the tax, and your net pay up by the same amount.',
        'There are two ways to raise the rate: earn more, or spend less. The first has no upper limit but is rarely yours to decide this month. The second you can try today, on paper, before you do it.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { month, earned, spent } = lastMonth(facts);
    const { stayed, share } = savingsRate({ earned, spent });
    const name = formatAs(month, 'MMMM');
    return {
      value: shareText(share ?? 0),
      label: `stayed in ${name}`,
      words:
        stayed >= 0
          ? `You earned ${money(earned)} in ${name}; ${money(stayed)} of it stayed.`
          : `You earned ${money(earned)} in ${name} and spent ${money(-stayed)} more than that.`,
      formula: '(earned − spent) ÷ earned, of the last whole month; moves between own accounts are neither',
      inputs: [
        { name: 'Earned', value: money(earned) },
        { name: 'Spent', value: money(spent) },
        { name: 'Stayed', value: money(stayed) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    return {
      label: 'Gross pay in a year',
      from: 20 * THOUSAND,
      to: 150 * THOUSAND,
      step: THOUSAND,
      start: 60 * THOUSAND,
      write: money,
      answer: (gross) => {
        const { socialSecurity, medicare, left } = payrollTax(gross);
        return {
          words: `${money(left)} is left after payroll tax, before income tax.`,
          bars: barsOf([
            { label: 'Left', amount: left, value: money(left) },
            { label: 'Social security, 6.2%', amount: socialSecurity, value: money(socialSecurity) },
            { label: 'Medicare, 1.45%', amount: medicare, value: money(medicare) },
          ]),
        };
      },
    };
  },
  next: { words: 'Try earning $500.00 more a month', to: '/forecasts/what-if?begin=earn-more' },
  sources: [SOURCES.payrollTax, SOURCES.withholding],
  quiz: (facts) => {
    const money = moneyOf(facts);
    const { earned, spent } = lastMonth(facts);
    const { stayed, share } = savingsRate({ earned, spent });
    return [
      question(
        `Somebody earns ${money(earned)} and spends ${money(spent)}. What is the savings rate?`,
        shareText(share ?? 0),
        [
          shareText(earned > 0 ? spent / earned : 1),
          shareText(spent > 0 ? stayed / spent : 0),
          shareText((share ?? 0) + 0.1),
        ],
        `What stayed is ${money(stayed)}. Divided by what came in, ${money(earned)}, that is ${shareText(share ?? 0)}.`,
      ),
      question(
        `What does an employee pay for Medicare on ${money(5_000_00)} of gross pay?`,
        money(payrollTax(500_000).medicare),
        [money(payrollTax(500_000).socialSecurity), money(38_250), money(14_500)],
        'The employee’s share is 1.45%. Together with 6.2% for social security it is 7.65%.',
      ),
      question(
        'You get a large refund of income tax. What does it tell you?',
        'More was withheld during the year than you owed',
        ['The government paid you interest', 'Your gross pay was too high', 'You paid no tax this year'],
        'A refund gives back what was withheld beyond the tax. It carries no interest for the months before the return was due.',
      ),
      question(
        'Which of these does not lower net pay?',
        'The employer’s share of social security',
        ['A contribution to a 401(k)', 'Your share of Medicare', 'Withheld income tax'],
        'The employer pays its share on top of gross pay. Yours is taken out of gross pay.',
      ),
    ];
  },
};
