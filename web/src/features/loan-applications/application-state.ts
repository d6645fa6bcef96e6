import type { Decision } from '@engine/credit/decision.ts';
import { markMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import type { TimelineStep } from '@/ui/timeline';
import type { ApplicationRow } from './queries';

type Tone = 'quiet' | 'positive' | 'warning' | 'negative' | 'info';

const STATES: Record<string, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'quiet' },
  submitted: { label: 'Submitted', tone: 'info' },
  in_review: { label: 'In review', tone: 'info' },
  approved: { label: 'Approved', tone: 'positive' },
  countered: { label: 'Counteroffer', tone: 'warning' },
  declined: { label: 'Declined', tone: 'negative' },
  accepted: { label: 'Accepted', tone: 'positive' },
  funded: { label: 'Paid out', tone: 'positive' },
  withdrawn: { label: 'Withdrawn', tone: 'quiet' },
  expired: { label: 'Expired', tone: 'quiet' },
};

export function getState(status: string, loanType?: string): { label: string; tone: Tone } {
  // A line of credit pays nothing out when it opens.
  if (status === 'funded' && loanType === 'HOME_EQUITY') return { label: 'Opened', tone: 'positive' };
  return STATES[status] ?? { label: status, tone: 'quiet' };
}

/** Returns the name of the requested loan, such as `Home improvement` or `Mortgage`. */
export function getLoanName({ loan_type, collateral_value }: ApplicationRow): string {
  if (loan_type === 'HOME') return collateral_value === null ? 'Home improvement' : 'Mortgage';
  return (
    {
      AUTO: 'Car loan',
      EDUCATION: 'Education loan',
      PERSONAL: 'Personal loan',
      HOME_EQUITY: 'Home equity line',
    }[loan_type] ?? 'Loan'
  );
}

export const hasOpenOffer = ({ status }: ApplicationRow) => status === 'approved' || status === 'countered';

export const isWithdrawable = (row: ApplicationRow) =>
  hasOpenOffer(row) || row.status === 'submitted' || row.status === 'in_review';

/** The bank stores decisions in minor units. */
const minor = z.number().transform(markMinor);

const offer = z.object({
  kind: z.enum(['asked', 'shorter', 'longer', 'less']),
  amount: minor,
  term: z.number(),
  rate: z.number(),
  payment: minor,
  interest: minor,
  downPayment: minor,
  margin: z.number().exactOptional(),
  drawMonths: z.number().exactOptional(),
  rateCap: z.number().exactOptional(),
  originationFee: minor.exactOptional(),
  underwritingFee: minor.exactOptional(),
  pmiRate: z.number().exactOptional(),
  mostPoints: z.number().exactOptional(),
});
const decisionSchema = z.object({
  decision: z.enum(['approved', 'countered', 'declined']),
  version: z.string(),
  score: z.number(),
  rate: z.number(),
  rateParts: z.array(z.object({ text: z.string(), percent: z.number() })),
  payment: minor,
  interest: minor,
  monthlyIncome: minor,
  monthlyDebt: minor,
  debtToIncome: z.number().nullable(),
  isApproved: z.boolean(),
  reasons: z.array(
    z.object({
      code: z.enum([
        'debt',
        'income',
        'score',
        'payments',
        'collateral',
        'amount',
        'utilization',
        'history',
        'term',
      ]),
      text: z.string(),
      weight: z.number(),
      value: z.number(),
      limit: z.number(),
      unit: z.enum(['percent', 'money', 'months', 'count', 'days', 'points']),
      effect: z.enum(['for', 'price', 'against']),
    }),
  ),
  offers: z.array(offer),
  premium: minor.exactOptional(),
}) satisfies z.ZodType<Decision>;

/**
 * Returns the recorded decision in minor units. Returns null before the decision, and for decisions made
 * under older policies.
 */
export function getDecision({ decision }: ApplicationRow): Decision | null {
  const read = decisionSchema.safeParse(decision);
  return read.success ? read.data : null;
}

/** Returns the past and next steps of an application. */
export function getTimeline(row: ApplicationRow): TimelineStep[] {
  const { status, submitted_at, reviewed_at, decided_at, accepted_at, ended_at } = row;
  const past = (label: string, at: string | null): TimelineStep => ({ label, at, phase: 'past' });
  const future = (label: string): TimelineStep => ({ label, at: null, phase: 'future' });
  const steps = [past('Submitted', submitted_at)];
  if (reviewed_at) steps.push(past('In review', reviewed_at));
  else if (status === 'submitted') steps.push(future('Review'));
  const outcome = getOutcome(row);
  if (decided_at) steps.push(past(outcome ? getState(outcome).label : 'Decided', decided_at));
  else if (status !== 'withdrawn') steps.push(future('Decision'));
  if (accepted_at) steps.push(past('Accepted', accepted_at));
  if (ended_at) steps.push(past(getState(status, row.loan_type).label, ended_at));
  else if (status !== 'declined') steps.push(future(getState('funded', row.loan_type).label));
  const last = steps.findLastIndex(({ phase }) => phase === 'past');
  return steps.map((step, index) =>
    index === last && !ended_at && status !== 'declined' ? { ...step, phase: 'present' } : step,
  );
}

/** Returns the recorded decision, even after the status has changed. */
function getOutcome(row: ApplicationRow): string | null {
  const read = z.object({ decision: z.string() }).safeParse(row.decision);
  return read.success
    ? read.data.decision
    : ['approved', 'declined', 'countered'].includes(row.status)
      ? row.status
      : null;
}
