import type { Article } from './article';
import { CARDS } from './cards';
import { DEBTS } from './debts';
import { MOVING_MONEY } from './moving-money';
import { PLANNING } from './planning';
import { RECORDS } from './records';
import { TIME } from './time';
import { YOU } from './you';

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
