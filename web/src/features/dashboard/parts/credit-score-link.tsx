import { getCreditScore } from '@engine/credit/score.ts';
import { useQuery } from '@tanstack/react-query';
import { creditScoreQueries } from '@/features/credit-score/queries';
import { TextLink } from '@/ui/link';

/** Renders a link to the credit score, with the score once it is known. */
export function CreditScoreLink() {
  const facts = useQuery(creditScoreQueries.facts()).data;
  return (
    <TextLink to="/dashboard/credit-score">
      Credit score
      {facts && facts.lines.length > 0 && <span className="figures"> {getCreditScore(facts).score}</span>}
    </TextLink>
  );
}
