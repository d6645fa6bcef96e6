import type { Article } from './article.ts';

const group = 'Loans and mortgages';

export const DEBTS: readonly Article[] = [
  {
    slug: 'take-a-loan',
    group,
    title: 'Take a loan, or apply for one',
    words: 'borrow credit money lend decision approve decline',
    text: [
      'There are two ways. “Take a loan” takes one with the numbers you choose, at once. Applying lets the bank decide by your income, debts and history, and say why.',
      'Handing an application in changes nothing yet. When you press “Get the decision”, the bank looks at your credit, which is an inquiry and counts in your score for a while.',
    ],
    links: [
      { to: '/loans', label: 'Loans' },
      { to: '/loan-applications', label: 'Apply for a loan' },
    ],
  },
  {
    slug: 'application-declined',
    group,
    title: 'Why an application was declined',
    words: 'rejected refused denied counter offer reasons',
    text: [
      'Each decision comes with its reasons and with what would change it: less money, a longer term, fewer debts, a better record. Some applications are not declined but answered with other terms, which you can take or leave.',
      'You can apply anew at any time with other numbers.',
    ],
    links: [{ to: '/applications', label: 'Your applications' }],
  },
  {
    slug: 'loan-interest',
    group,
    title: 'How interest on a loan is worked out',
    words: 'amortization principal schedule rate monthly formula',
    text: [
      'Interest is posted on the due date: what is owed, times the yearly rate, divided by twelve. What the payment leaves after that lowers the debt, so the share of interest falls with every month. The schedule shows each payment to the end.',
      'The last payment takes up the cents that rounding left.',
    ],
    links: [
      { to: '/loans', label: 'Loans' },
      { to: '/mortgages', label: 'Mortgages' },
    ],
  },
  {
    slug: 'pay-off-early',
    group,
    title: 'Pay more, or pay a debt off',
    words: 'extra payment payoff early principal recast sooner',
    text: [
      'You may pay more at any time; nothing is charged for it. Each extra payment either lets the debt end sooner or lowers what is paid a month, as you choose, and the page shows what it saves before you pay.',
      'The amount to pay it off includes the interest of the days since the last due date.',
    ],
    links: [
      { to: '/loans', label: 'Loans' },
      { to: '/mortgages', label: 'Mortgages' },
    ],
  },
  {
    slug: 'late-loan-payment',
    group,
    title: 'What happens when a loan payment is missed',
    words: 'past due arrears default delinquent fee late',
    text: [
      'An instalment that is still missing 15 days after it was due costs 5% of what is missing. After 30, 60 and 90 days it is marked, and your score falls. Pay what is past due, and the marks end.',
      'If you see it coming, ask for a pause instead.',
    ],
    links: [
      { to: '/loans', label: 'Loans' },
      { to: '/mortgages', label: 'Mortgages' },
    ],
  },
  {
    slug: 'pause-payments',
    group,
    title: 'Pause the payments of a loan',
    words: 'hardship forbearance holiday skip job lost',
    text: [
      'A loan or mortgage can be paused for one to three months, once in twelve months, and it does not hurt your score. Interest goes on; what is left out is owed with the last instalment.',
      'It is not possible when the debt is 90 days past due.',
    ],
    steps: ['Open the loan or mortgage.', 'Under “Manage”, press “Ask for a pause” and choose how long.'],
    links: [
      { to: '/loans', label: 'Loans' },
      { to: '/mortgages', label: 'Mortgages' },
    ],
  },
  {
    slug: 'refinance',
    group,
    title: 'Refinance or combine loans',
    words: 'consolidate lower rate merge new loan',
    text: [
      'The bank can replace one loan by another, or several by one. Its offer binds you to nothing, is good for 14 simulated days, and stands side by side with what you have: payment a month, interest, fee, last day.',
      'Debts that are past due or paused cannot be refinanced, and loans and mortgages do not mix.',
    ],
    steps: [
      'On the page of loans, press “Combine loans into one”.',
      'Choose the debts and press “See the bank’s offer”.',
    ],
    links: [{ to: '/loans/refinance', label: 'Refinance or combine' }],
  },
  {
    slug: 'mortgage',
    group,
    title: 'Mortgages, and what of your home is yours',
    words: 'house property equity down payment variable fixed rate reset value',
    text: [
      'A mortgage lends the value of a home less your down payment. Its page shows what of the home is yours, the loan to value, and what happens if homes rise or rates do. The home’s value is an estimate and is not in the books.',
      'A variable rate is set anew from time to time; you are told when it is.',
    ],
    links: [{ to: '/mortgages', label: 'Mortgages' }],
  },
];
