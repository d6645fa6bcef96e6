import { INSURED_MOST, insuredPart } from '@engine/insights/lesson-figures.ts';
import { barsOf, moneyOf, question, shareText } from './lesson-numbers';
import { SOURCES } from './lesson-sources';
import type { Lesson, LessonFacts } from './lesson-types';

const STEP = 1_000_000;
const MOST = 60_000_000;
const START = 30_000_000;

const depositsOf = ({ checking, savings }: LessonFacts) => Math.max(0, checking) + Math.max(0, savings);

export const depositInsurance: Lesson = {
  id: 'deposit-insurance',
  topic: 'risk',
  title: 'What protects the money in a bank',
  summary: 'Deposit insurance, and what it does not cover.',
  needs: (facts) => depositsOf(facts) > 0 && facts.currency === 'USD',
  parts: [
    {
      text: [
        'A bank does not keep your deposit in a box. It lends most of it. If too many borrowers fail, the bank may fail, too. [FDIC insurance](fdic-insurance) stands behind the deposits: up to $250,000 for each depositor, at each insured bank, in each [ownership category](ownership-category). You need not apply for it.',
        'Credit unions have the same protection under another name, from the National Credit Union Administration.',
      ],
    },
    'figure',
    {
      heading: 'How the limit is counted',
      text: [
        'All your checking, savings and certificates at one bank in one category are added up, with the interest until the day the bank fails. Two accounts at the same bank are not insured twice. An account at a second bank is.',
        'A joint account is a category of its own: each owner is insured for up to $250,000 of their share. A couple can so have $1,000,000 insured at one bank: each of them alone and both together.',
      ],
    },
    'tool',
    {
      heading: 'What it does not cover',
      text: [
        'Stocks, bonds, funds, annuities and crypto assets are not deposits, even when you bought them at a bank. Nor is the content of a safe deposit box. An app that is not a bank may keep your money at one; the insurance then protects you if that bank fails, not if the app does.',
        'Insurance does not protect from fraud, either. If somebody takes money from your account electronically without your permission, Regulation E limits your loss to $50 if you report a lost card within two business days, and to $500 after that. A transfer shown on a statement must be reported within 60 days. If you sent the money yourself because of a lie, these limits may not help. So distrust hurry: [phishing](phishing) works by making you act before you think.',
        'Sandbank is a simulation: the money here is not real, and no insurance is needed for it.',
      ],
    },
  ],
  figure: (facts) => {
    const money = moneyOf(facts);
    const deposits = depositsOf(facts);
    const { insured, beyond } = insuredPart(deposits);
    return {
      value: shareText(insured / Math.max(1, deposits)),
      label: 'of such deposits would be insured',
      words: `You hold ${money(deposits)} in checking and savings. At an insured bank ${money(insured)} of it would be covered${beyond > 0 ? ` and ${money(beyond)} would not` : ''}, if all is yours alone.`,
      formula: 'the smaller of your deposits and $250,000.00, divided by your deposits',
      inputs: [
        { name: 'Checking', value: money(facts.checking) },
        { name: 'Savings', value: money(facts.savings) },
      ],
    };
  },
  tool: (facts) => {
    const money = moneyOf(facts);
    return {
      label: 'Deposits of one person at one bank',
      from: STEP,
      to: MOST,
      step: STEP,
      start: START,
      write: money,
      answer: (deposits) => {
        const { insured, beyond } = insuredPart(deposits);
        return {
          words:
            beyond === 0
              ? 'All of it is insured.'
              : `${money(beyond)} is not insured. At a second bank it would be${beyond > INSURED_MOST ? ' for a part' : ''}.`,
          bars: barsOf([
            { label: 'Insured', amount: insured, value: money(insured) },
            { label: 'Not insured', amount: beyond, value: money(beyond) },
          ]),
        };
      },
    };
  },
  next: { words: 'Look at how your sign-in is protected', to: '/settings/security' },
  sources: [SOURCES.depositInsurance, SOURCES.shareInsurance, SOURCES.unauthorized],
  quiz: (facts) => {
    const money = moneyOf({ ...facts, currency: 'USD' });
    return [
      question(
        `One person has ${money(20_000_000)} in checking and ${money(10_000_000)} in savings at one bank. How much is insured?`,
        money(insuredPart(30_000_000).insured),
        [money(30_000_000), money(20_000_000), money(50_000_000)],
        'Accounts of one person in one category at one bank are added up: $250,000.00 of it is covered.',
      ),
      question(
        'Which of these is insured by the FDIC?',
        'A certificate of deposit at an insured bank',
        ['A stock fund bought at a bank', 'Crypto assets', 'The content of a safe deposit box'],
        'Only deposits are: checking, savings, money market accounts and certificates.',
      ),
      question(
        'Your debit card is lost, and you report it the next day. How much of somebody else’s use can you be made to bear?',
        'At most $50',
        ['At most $500', 'All of it', 'At most $250,000'],
        'Regulation E: $50 when the loss is reported within two business days of learning of it.',
      ),
      question(
        'A caller from “your bank” asks you to move money to a safe account at once. What do you do?',
        'Hang up and call the number on your card',
        ['Move it quickly', 'Give a code to prove who you are', 'Ask for the caller’s name'],
        'Hurry is the tool of fraud. A bank never asks you to move money to keep it safe.',
      ),
    ];
  },
};
