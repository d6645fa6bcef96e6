import type { OpenStatement } from '@engine/products/cards/card-status.ts';
import { formatListDate, formatTextDate, relativeDay } from '@/lib/dates';

/** Describes when a statement is or was due, such as `Due Jan 30, in 10 days.` */
export function describeDue(
  { due, payBy, inFull }: Pick<OpenStatement, 'due' | 'payBy' | 'inFull'>,
  today: string,
): string {
  const day = `${formatTextDate(due)}, ${relativeDay(due, today).toLowerCase()}.`;
  if (inFull !== null) return `Was due ${day}`;
  const extension =
    payBy === due ? '' : ` Banks are closed that day, so you can pay until ${formatListDate(payBy)}.`;
  return `Due ${day}${extension}`;
}
