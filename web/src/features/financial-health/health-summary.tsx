import { describeIndicator } from '@engine/insights/financial-health-text.ts';
import type { Customer } from '@/entities/customer/queries';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { useFinancialHealth } from './use-financial-health';

const PAGE = '/analytics/financial-health';

/** Renders the financial health score with the next best step, for the dashboard. */
export function HealthSummary({ customer }: { customer: Customer }) {
  return (
    <Section title="Financial health" aside={<TextLink to={PAGE}>View score</TextLink>}>
      <Loaded
        from={useFinancialHealth(customer)}
        failure="We couldn't load your financial health score."
        placeholder={<Skeleton className="h-24 w-full" />}
      >
        {({ facts, health: { score, band, best, missing } }) => {
          if (score === null)
            return (
              <p className="text-ink-2">
                {missing === 'account'
                  ? 'Open an account to start your score.'
                  : 'Your score starts after your first full calendar month.'}
              </p>
            );
          const step = best && describeIndicator(best, facts).step;
          return (
            <>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="figures font-semibold text-2xl tracking-money">
                  {score} <span className="font-normal text-ink-3 text-sm tracking-normal">of 100</span>
                </span>
                <span className="font-medium text-sm">{band?.name}</span>
              </p>
              {step && (
                <p className="mt-2 text-ink-2 text-sm">
                  {step.text} <TextLink to={step.to}>{step.label}</TextLink>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
