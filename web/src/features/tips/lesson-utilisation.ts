import type { CreditFacts } from '@engine/credit/facts.ts';
import { scoreIf } from '@engine/credit/history.ts';
import { scoreOf, utilisationOf } from '@engine/credit/score.ts';
import { EXAMPLE } from './example-facts';
import { barsOf, moneyOf, question, shareText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const STEP = 5;

const creditOf = ({ credit }: LessonFacts) => credit ?? EXAMPLE.credit;
const cardsOf = (credit: CreditFacts | null) =>
  (credit?.lines ?? []).filter(({ kind, closed, limit }) => kind === 'card' && closed === null && limit > 0);

function standing(facts: LessonFacts) {
  const credit = creditOf(facts);
  const cards = cardsOf(credit);
  const used = utilisationOf(cards)?.all ?? 0;
  const part = credit && scoreOf(credit).parts.find(({ name }) => name === 'utilisation');
  const fullest = cards.toSorted((one, other) => other.balance - one.balance)[0];
  return { credit, cards, used, part, fullest };
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

export const utilisation: Lesson = {
  id: 'utilisation',
  topic: 'credit',
  title: 'What your score makes of your cards',
  summary: 'How much of a limit is used, and what it does to a score.',
  needs: ({ credit }) => cardsOf(credit).some(({ balance }) => balance > 0),
  parts: [
    {
      text: [
        'A [credit score](credit-score) answers one question for a lender: how likely is it that this person pays on time? It is computed from the [credit report](credit-report) alone. What you earn and what you have saved is not in it.',
        'The best known score is that of FICO. Its parts count for people in general: payment history 35%, amounts owed 30%, length of history 15%, new credit 10%, [credit mix](credit-mix) 10%. The whole formula is not public. Sandbank uses these weights with tables of its own, and shows them.',
      ],
    },
    'figure',
    {
      heading: 'The part you can change this month',
      text: [
        '[Utilisation](utilisation) is what you owe on cards, divided by their [limits](credit-limit). It is counted over all cards and, for a smaller part, on the fullest one. Lower is better; there is no cliff at 30%, although that number is often quoted. It is a place to aim for, not a rule.',
        'In many scores it has no memory: when the balance falls, the score recovers with the next report. A late payment is the opposite. It may stay on the report for seven years and fades slowly.',
      ],
    },
    'tool',
    {
      heading: 'What helps, and what does not',
      text: [
        'Banks report the balance of the statement, usually once a month. Paying before the statement closes therefore shows a lower balance, even if you pay everything by the due date anyway. A higher limit lowers the share, too, as long as you do not use it. Closing an old card takes its limit away and raises the share.',
        'You do not have to carry a balance to have a good score: interest buys no points. And looking at your own report counts for nothing; only a [hard inquiry](hard-inquiry), made because you applied for credit, does. Comparing offers is safe: inquiries for the same kind of loan within a few weeks count as one. Federal law gives you a free report from each of the three nationwide bureaus at AnnualCreditReport.com. Errors can be disputed there.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const { cards, used, part } = standing(facts);
    const owed = sumOf(cards.map(({ balance }) => Math.max(0, balance)));
    const limits = sumOf(cards.map(({ limit }) => limit));
    return {
      value: shareText(used),
      label: 'of your limits is in use',
      words: `You owe ${money(owed)} of ${money(limits)}. It gives you ${part?.points ?? 0} of the ${part?.most ?? 0} points that this part can give.`,
      formula: 'what is owed on open cards ÷ their limits; the points follow Sandbank’s published table',
      inputs: cards.map(({ name, balance, limit }) => ({
        name,
        value: `${money(balance)} of ${money(limit)}`,
      })),
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    const { credit, fullest } = standing(facts);
    const balance = Math.max(0, fullest?.balance ?? 0);
    return {
      label: `Pay off of ${fullest?.name ?? 'the card'}`,
      from: 0,
      to: 100,
      step: STEP,
      start: 50,
      write: (percent) => money((balance * percent) / 100),
      answer: (percent) => {
        if (!credit || !fullest) return { words: 'There is no card to pay.', bars: [] };
        const now = scoreOf(credit).score;
        const then = scoreIf(credit, {
          kind: 'pay',
          lineId: fullest.id,
          amount: Math.round((balance * percent) / 100),
        }).score;
        return {
          words: `The score would be ${then}, ${then - now} more than the ${now} of today.`,
          bars: barsOf([
            { label: 'Today', amount: now, value: `${now}` },
            { label: 'Then', amount: then, value: `${then}` },
          ]),
        };
      },
    };
  },
  next: { words: 'See every part of your score', to: '/dashboard/credit-score' },
  sources: [
    SOURCES.scoreWeights,
    SOURCES.creditScore,
    SOURCES.inquiries,
    SOURCES.freeReports,
    SOURCES.sevenYears,
  ],
  quiz: (facts) => {
    const money = moneyOf(facts);
    return [
      question(
        `You owe ${money(150_000)} on cards with limits of ${money(500_000)}. What is the utilisation?`,
        '30%',
        ['15%', '70%', '333%'],
        'What is owed divided by the limits.',
      ),
      question(
        'Which of these is not in a credit score?',
        'Income',
        ['Late payments', 'The age of accounts', 'Balances on cards'],
        'A score is made from the credit report, and income does not stand there. A lender asks for it separately.',
      ),
      question(
        'What counts most in the published weights?',
        'Whether payments were made on time',
        ['How many kinds of credit there are', 'How long the history is', 'How often credit was asked for'],
        'Payment history is 35% of the score.',
      ),
      question(
        'Does it help a score to carry a balance and pay interest?',
        'No, interest earns no points',
        ['Yes, a small one', 'Yes, if it is paid after 30 days', 'Only on one card'],
        'A card that is used and paid in full builds the same history, without the cost.',
      ),
      question(
        'You close an old card that you do not use. What happens to the utilisation?',
        'It rises, because a limit is gone',
        ['It falls', 'It stays as it is', 'It is no longer counted'],
        'The same balances are now divided by smaller limits.',
      ),
    ];
  },
};
