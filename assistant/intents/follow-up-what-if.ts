import type { Decision } from '../../engine/what-if/what-if.ts';
import type { Question } from '../intent.ts';
import type { Draft, MatchedSpans } from '../parser/matched-spans.ts';

export function followWhatIf(
  spans: MatchedSpans,
  last: Extract<Question, { kind: 'what_if' }>,
): Draft | null {
  const [decision, another] = last.decisions;
  if (!decision || another) return null;
  const amount = spans.one('amount');
  const time = spans.one('time');
  const length = spans.one('duration');
  spans.any('extra more pay');
  const [every] = spans.of('frequency');
  if (every?.frequency === 'MONTHLY') spans.take(every);
  if (!amount && !time && !length) return null;
  const on = time ? Math.max(spans.today, time.time.future.from ?? spans.today) : decision.on;
  const changed = withAmount({ ...decision, on }, amount ? Math.round(amount.said.amount * 100) : null);
  if (!changed) return null;
  if (length) {
    if (changed.kind !== 'shock' || length.unit !== 'month') return null;
    changed.months = length.count;
  }
  const name = amount
    ? last.name.replace(
        /\d[\d,]*\.\d\d/,
        () => `${amount.said.amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
      )
    : length
      ? last.name.replace(/\d+ months?/, `${length.count} months`)
      : last.name;
  return { ...last, name, decisions: [changed] };
}

function withAmount(decision: Decision, amount: number | null): Decision | null {
  if (amount === null) return decision;
  switch (decision.kind) {
    case 'extra_payment':
    case 'debt_strategy':
      return { ...decision, monthly: amount };
    case 'lump_payment':
    case 'new_bill':
    case 'new_income':
    case 'save':
    case 'change_rule':
    case 'purchase':
    case 'take_loan':
      return { ...decision, amount };
    case 'shock':
      return decision.shock === 'medical_bill' ||
        decision.shock === 'car_repair' ||
        decision.shock === 'windfall'
        ? { ...decision, size: amount }
        : null;
    default:
      return null;
  }
}
