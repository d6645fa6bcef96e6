import { toMinor } from '../../engine/money/minor.ts';
import type { Decision } from '../../engine/what-if/what-if.ts';
import type { Question } from '../intent.ts';
import type { MatchedSpans } from '../parser/matched-spans.ts';

/** Changes a decision's amount, day, or length. */
export function changeDecision(
  spans: MatchedSpans,
  { decisions, name }: Extract<Question, { kind: 'what_if' }>,
) {
  const [last, another] = decisions;
  if (!last || another) return null;
  const amount = spans.matchKind('amount')?.value.amount;
  const time = spans.matchKind('time');
  const length = spans.matchKind('duration');
  const [every] = spans.unmatched('frequency');
  if (every?.frequency === 'MONTHLY') spans.matchItem(every);
  if (amount === undefined && !time && !length) return null;
  const decision: Decision = { ...last };
  if (time) decision.on = Math.max(spans.today, time.time.future.from ?? spans.today);
  if (amount !== undefined) {
    const field = getAmountField(decision);
    if (!field) return null;
    Object.assign(decision, { [field]: toMinor(amount) });
    const formatted = amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
    return { decisions: [decision], name: name.replace(/\d[\d,]*\.\d\d/, () => formatted) };
  }
  if (!length) return { decisions: [decision] };
  if (decision.kind !== 'shock' || length.unit !== 'month') return null;
  decision.months = length.count;
  return { decisions: [decision], name: name.replace(/\d+ months?/, `${length.count} months`) };
}

function getAmountField(decision: Decision): string | null {
  if (decision.kind === 'shock')
    return ['medical_bill', 'car_repair', 'windfall'].includes(decision.shock) ? 'size' : null;
  return ['monthly', 'amount'].find((field) => field in decision) ?? null;
}
