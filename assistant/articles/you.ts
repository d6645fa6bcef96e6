import type { Article } from './article.ts';

const group = 'You and your data';

export const YOU: readonly Article[] = [
  {
    slug: 'is-it-real-money',
    group,
    title: 'Is any of this real?',
    words: 'simulation pretend fake bank safe legal',
    text: [
      'No. Money, accounts, cards and loans are pretend, and no number here works anywhere else. The rules are meant to be as a bank’s are, so that what you learn holds.',
    ],
    links: [{ to: '/terms-of-service', label: 'Terms of service' }],
  },
  {
    slug: 'sign-in-safely',
    group,
    title: 'Make your sign-in safer',
    words: 'password two factor 2fa authenticator passkey recovery codes mfa',
    text: [
      'Add an authenticator app or a passkey. With a second factor, keep the recovery codes where you find them without your phone: each signs you in once.',
      'A new password signs out all other browsers.',
    ],
    links: [{ to: '/settings/security', label: 'Security' }],
  },
  {
    slug: 'where-signed-in',
    group,
    title: 'Somebody else may be signed in',
    words: 'session device hacked sign out logout stranger',
    text: [
      'Security lists every browser where you are signed in and what happened lately. If you do not know one, sign it out and change your password. “Sign out all others” ends all but this one.',
    ],
    links: [{ to: '/settings/security', label: 'Where you are signed in' }],
  },
  {
    slug: 'notifications',
    group,
    title: 'Choose what you are told',
    words: 'alerts bell push messages mute low balance',
    text: [
      'The bank tells of low balances, card limits, dues, decisions and more in the bell above every page. Each kind can be switched off, and some have an amount of their own. Browsers can be told while Sandbank is closed, if you allow it.',
    ],
    links: [
      { to: '/settings/notifications', label: 'What you are told' },
      { to: '/notifications', label: 'Notifications' },
    ],
  },
  {
    slug: 'offline',
    group,
    title: 'Without a network',
    words: 'offline connection internet airplane lost waiting',
    text: [
      'What you have read before can be read offline, with its age in the banner. Deposits, withdrawals, transfers and payments of cards and debts are kept in this browser and sent once you are connected; between currencies nothing is kept, because the rate would not be the one you saw.',
      'Help can be read offline too. A question to the bank needs a connection.',
    ],
    links: [{ to: '/dashboard', label: 'Dashboard' }],
  },
  {
    slug: 'privacy',
    group,
    title: 'Who can see what I do here?',
    words: 'data tracking cookies secret hide amounts veil',
    text: [
      'You, and the operator of this copy. Other customers never see your records: the database itself refuses. Who answers your questions sees what you write and attach there.',
      'Amounts can be hidden from people beside you under Appearance.',
    ],
    links: [
      { to: '/privacy-policy', label: 'Privacy policy' },
      { to: '/settings/appearance', label: 'Appearance' },
    ],
  },
  {
    slug: 'take-data-away',
    group,
    title: 'Take your data with you',
    words: 'export download everything archive json csv backup move',
    text: [
      '“Download everything” makes one archive: each table as JSON and CSV, the household as a file, your documents. “Download my bank” makes the household’s file alone, which another Sandbank takes in.',
    ],
    links: [{ to: '/settings/data', label: 'Data' }],
  },
  {
    slug: 'delete-account',
    group,
    title: 'Delete your account',
    words: 'leave remove erase close forget gdpr',
    text: [
      'Everything goes: accounts, debts, history, checkpoints, documents, questions to the bank, your sign-in. It is deleted seven days after you ask, by the real clock; until then you can keep it by signing in.',
    ],
    links: [{ to: '/settings/data', label: 'Data' }],
  },
  {
    slug: 'demo',
    group,
    title: 'How long a demo lasts',
    words: 'try trial visitor 24 hours keep copy expired',
    text: [
      'A demo is a private copy and is deleted 24 hours after it was made. With an e-mail and a password it becomes yours and stays, with everything in it.',
    ],
    links: [{ to: '/settings/profile', label: 'Keep this demo copy' }],
  },
  {
    slug: 'currency-and-zone',
    group,
    title: 'Change currency, time zone, week and theme',
    words: 'settings dark light language format euro pound base',
    text: [
      'The base currency is the one in which totals are given; accounts keep theirs. Days begin at midnight in your time zone. Theme, density and the first day of the week stand under Appearance.',
    ],
    links: [
      { to: '/settings/profile', label: 'Profile' },
      { to: '/settings/appearance', label: 'Appearance' },
    ],
  },
  {
    slug: 'asking-support',
    group,
    title: 'How questions to the bank work',
    words: 'ticket support contact help answer person human reopen email phone',
    text: [
      'A question is answered by a person who runs this copy of Sandbank. At first an article of this help may stand there as an automatic answer, marked as such. The answer arrives on the page while it is open, and in the bell.',
      'What is resolved can be opened again for 14 days of real time by writing once more. You can have 20 open questions.',
    ],
    links: [{ to: '/support/tickets/new', label: 'Ask a question' }],
  },
];
