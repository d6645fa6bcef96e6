import type { CreditScore, ScorePart, ScorePartName } from '@engine/credit/score.ts';
import { Explain } from '@/entities/explanation/explain';
import { Bar } from '@/ui/bar';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';

const PARTS: Record<ScorePartName, { title: string; formula: string; rows: [string, string][] }> = {
  payments: {
    title: 'Payment history',
    formula:
      '55% for a clean start, the rest over 24 on-time payments. Late payments lower it and fade over time.',
    rows: [
      ['Late by up to 29 days', '−10%, gone after 2 years'],
      ['30 days late', '−25%, gone after 7 years'],
      ['60 days late', '−40%, gone after 7 years'],
      ['90 days late', '−60%, gone after 7 years'],
    ],
  },
  utilization: {
    title: 'Credit utilization',
    formula: '75% is your total balance ÷ total limits. 25% is your most-used card.',
    rows: [
      ['1 to 9% used', '100%'],
      ['30% used', '80%'],
      ['50% used', '55%'],
      ['75% used', '30%'],
      ['All used', '0%'],
    ],
  },
  age: {
    title: 'Age of credit',
    formula: 'The average age of all your cards, loans, and mortgages.',
    rows: [
      ['New', '20%'],
      ['1 year', '40%'],
      ['3 years', '65%'],
      ['7 years', '90%'],
      ['10 years', '100%'],
    ],
  },
  mix: {
    title: 'Credit mix',
    formula: "How many of 3 types you've had: card, loan, mortgage.",
    rows: [
      ['None', '30%'],
      ['One', '55%'],
      ['Two', '80%'],
      ['All three', '100%'],
    ],
  },
  inquiries: {
    title: 'New credit',
    formula:
      'By the number of credit inquiries in the past year. Applications for the same kind of loan count as one: within 45 days for mortgages, car loans, and education loans (as FICO counts them), within 14 days for other loans (as VantageScore does).',
    rows: [
      ['None', '100%'],
      ['1 inquiry', '85%'],
      ['2 inquiries', '70%'],
      ['3 inquiries', '50%'],
      ['6 or more', '0%'],
    ],
  },
};

export const getTitle = (part: ScorePartName) => PARTS[part].title;

/** The five parts of a score with their points and reasons. */
export function ScoreParts({ score }: { score: CreditScore }) {
  return (
    <Section title="What makes up your score" aside="300 and up to 550 points">
      <RowList label="Score factors">
        {score.parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </RowList>
    </Section>
  );
}

function Part({ part }: { part: ScorePart }) {
  const { title, formula, rows } = PARTS[part.name];
  return (
    <li className="py-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-medium text-base">{title}</h3>
        <Explain
          title={title}
          formula={formula}
          inputs={[
            ...rows.map(([name, value]) => ({ name, value })),
            { name: 'You', value: `${Math.round(part.share * 100)}% of ${part.most}` },
          ]}
          source={`${part.weight}% of the score, as weighted by FICO. Points per level are Sandbank's own.`}
        >
          <span className="figures font-medium">
            {part.points} <span className="text-ink-3">of {part.most}</span>
          </span>
        </Explain>
      </div>
      <Bar label={`${title}: ${part.points} of ${part.most} points`} share={part.share} className="mt-2.5" />
      <p className="mt-2 text-ink-3 text-sm">{part.words}</p>
    </li>
  );
}
