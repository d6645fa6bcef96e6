/** The titles of the lessons that explain figures. A test compares them with the lessons. */
export const LESSON_TITLES = {
  'card-interest': 'What a card balance really costs',
  'compound-interest': 'Interest on interest',
  'goal-with-a-date': 'A goal with a date',
  'if-pay-stops': 'If your pay stopped',
  'months-covered': 'How many months your savings cover',
  'mortgage-interest': 'Why a mortgage balance falls slowly at first',
  'uneven-income': 'Living on an income that changes',
  utilization: 'How your cards affect your score',
  'wait-or-borrow': 'Save first, or pay later',
  'what-stays': 'What you earn and what you keep',
  'where-money-goes': 'Where your money goes',
  'yearly-price': 'The yearly price of a monthly bill',
} as const;

export type LessonId = keyof typeof LESSON_TITLES;
