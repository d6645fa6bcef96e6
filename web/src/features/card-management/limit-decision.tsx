import type { LimitRequest } from '@/entities/card/queries';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';

const DECISIONS: Record<string, { word: string; tone: 'positive' | 'warning' | 'negative' }> = {
  approved: { word: 'Approved', tone: 'positive' },
  countered: { word: 'Partly approved', tone: 'warning' },
  declined: { word: 'Declined', tone: 'negative' },
};

export function LimitDecision({ request }: { request: LimitRequest }) {
  const granted = formatMoney(request.granted, request.currency);
  const reasons = Array.isArray(request.reasons) ? request.reasons.map(String) : [];
  const facts: Record<string, string> = {
    approved: `Approved. Your new credit limit is ${granted}.`,
    countered: `Your new credit limit is ${granted}, less than you requested.`,
    declined: `Declined. Your credit limit is still ${granted}.`,
  };
  return (
    <div role="status">
      <AlertBox kind={DECISIONS[request.decision]?.tone ?? 'warning'} fact={facts[request.decision]}>
        <ul className="mt-1 list-disc pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </AlertBox>
    </div>
  );
}

export function DecisionBadge({ decision }: { decision: string }) {
  const { word, tone } = DECISIONS[decision] ?? { word: decision, tone: 'warning' as const };
  return <Badge tone={tone}>{word}</Badge>;
}
