import type { Article } from './article.ts';

const group = 'Cards';

export const CARDS: readonly Article[] = [
  {
    slug: 'card-interest',
    group,
    title: 'Why a card charges interest',
    words: 'apr grace period daily balance purchase rate finance charge',
    text: [
      'Purchases cost no interest as long as you pay each statement in full by its due date. Pay less, and every day’s balance costs the daily rate: the APR divided by 365. The sum is charged when the statement closes.',
      'A statement closes 25 days before it is due. “Day by day” under the interest of a card shows every day that goes into it.',
    ],
    links: [{ to: '/credit-cards', label: 'Summary of your card' }],
  },
  {
    slug: 'minimum-payment',
    group,
    title: 'What the minimum payment is',
    words: 'least pay due warning',
    text: [
      'The least to pay is 1% of the statement plus its interest and fees, at least $25.00, and never more than you owe. Paying it in time keeps you from being late; the rest goes on costing interest.',
      'Each statement says how long it would take with the minimum alone.',
    ],
    links: [{ to: '/credit-cards', label: 'Summary of your card' }],
  },
  {
    slug: 'card-fees',
    group,
    title: 'Why there is a late fee on a card',
    words: 'charge thirty forty-one penalty missed 30 41',
    text: [
      'When less than the minimum was paid by the due date, the card charges $30.00, and $41.00 if that happened within the last six statements already. The fee is never more than the minimum that was missing.',
      'Autopay of at least the minimum keeps it from happening, as long as the account has the money.',
    ],
    links: [{ to: '/credit-cards/manage', label: 'Autopay of your card' }],
  },
  {
    slug: 'pay-a-card',
    group,
    title: 'Pay a card',
    words: 'payment bill autopay statement balance due',
    text: [
      'Pay the minimum, the statement or all of it from one of your accounts, at any time. What you pay counts for the open statement at once.',
      'With “Autopay” the bank does it at nine in the morning of the due date. If the account has too little then, the payment is returned: you are told, and it costs up to $30.00.',
    ],
    links: [
      { to: '/credit-cards', label: 'Pay' },
      { to: '/credit-cards/manage', label: 'Autopay' },
    ],
  },
  {
    slug: 'dispute',
    group,
    title: 'Dispute a charge',
    words: 'fraud chargeback wrong unknown stolen twice duplicate never arrived contest',
    text: [
      'A charge can be disputed for 120 days, in whole or in part. The amount is credited at once for the time being. If the case is lost, you owe it again.',
      'It is decided on a day of your simulated clock by what the books say: a charge you did not make is won when the card had been reported lost or stolen, a double one when the shop really charged twice within three days, a wrong amount when you dispute only a part of it, and what never came when the charge was at least a week old.',
    ],
    steps: [
      'Open the charge in the card’s transactions.',
      'Press “Dispute this charge” and say what is wrong.',
    ],
    links: [
      { to: '/credit-cards/transactions', label: 'Transactions of your card' },
      { to: '/support/tickets', label: 'Your disputes' },
    ],
  },
  {
    slug: 'freeze-card',
    group,
    title: 'Freeze, replace or close a card',
    words: 'lost stolen block lock cancel end stop',
    text: [
      'A frozen card takes no new purchases; payments, refunds, interest and autopay go on, and you can unfreeze it at any time. If it is lost or stolen, replace it: it gets another number.',
      'A card can be closed when nothing is open on it: nothing owed either way, no rewards left, no dispute in review.',
    ],
    links: [{ to: '/credit-cards/manage', label: 'Manage your card' }],
  },
  {
    slug: 'spending-controls',
    group,
    title: 'Limit what a card may spend',
    words: 'control block category budget cap virtual card trial',
    text: [
      'A control says what one purchase, or the purchases of a calendar month, may cost: in one category or in all. Zero blocks them. What would pass it is refused.',
      'A virtual card has its own number, limit and, if you like, a single shop: good for a trial that you may forget to end.',
    ],
    links: [
      { to: '/credit-cards/manage', label: 'Spending controls' },
      { to: '/credit-cards/details', label: 'Virtual cards' },
    ],
  },
  {
    slug: 'credit-limit',
    group,
    title: 'Raise a credit limit',
    words: 'higher more increase lower change',
    text: [
      'Ask for the limit you want and the bank decides at once, with its reasons. It looks at your income of the last 90 days, how much of the limit you use, and late payments of twelve months. Between two raises lie 90 days, and one raise at most doubles the limit.',
      'A lower limit is always granted, down to what is owed.',
    ],
    links: [{ to: '/credit-cards/manage', label: 'Change the limit' }],
  },
  {
    slug: 'rewards',
    group,
    title: 'How rewards work',
    words: 'cash back points redeem percent',
    text: [
      'A card gives back 3% on Food, 2% on Transportation and Entertainment, and 1% on everything else. What a statement earned can be used once it has closed: as a credit on the card or as money on an account.',
      'When a purchase is refunded, its reward goes with it.',
    ],
    links: [{ to: '/credit-cards/rewards', label: 'Rewards' }],
  },
];
