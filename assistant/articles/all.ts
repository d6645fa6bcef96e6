import type { Article } from './article.ts';
import { CARDS } from './cards.ts';
import { DEBTS } from './debts.ts';
import { MOVING_MONEY } from './moving-money.ts';
import { PLANNING } from './planning.ts';
import { RECORDS } from './records.ts';
import { TIME } from './time.ts';
import { YOU } from './you.ts';

/** The whole help. */
export const ARTICLES: readonly Article[] = [
  ...MOVING_MONEY,
  ...TIME,
  ...CARDS,
  ...DEBTS,
  ...PLANNING,
  ...RECORDS,
  ...YOU,
];

export const articleOf = (slug: string | null): Article | undefined =>
  ARTICLES.find((article) => article.slug === slug);
