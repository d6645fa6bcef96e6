import { Explain } from '@/entities/explanation/explain';
import { getTransactionsPath, quoteForSearch } from '@/entities/transaction/paths';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Section } from '@/ui/page';
import { type Answer, FUTURES } from './calculation';

const SHOWN = 6;

const getPurchases = (category: string | null) =>
  getTransactionsPath({
    query: `is:spending category:${category === null ? 'none' : quoteForSearch(category)}`,
  });

/** Renders the usual weekly spending by category, which is the random part of the forecast. */
export function ForecastSpending({ answer }: { answer: Answer }) {
  const { inputs, categories, currency, noModel, isAll } = answer;
  const money = (amount: number) => formatMoney(amount, currency);
  const largest = categories[0]?.averageWeek ?? 0;
  const days = [
    { name: 'Days analyzed', value: inputs.days },
    { name: 'From', value: inputs.from ? formatTextDate(inputs.from) : 'none' },
    { name: 'To', value: inputs.to ? formatTextDate(inputs.to) : 'none' },
  ];
  return (
    <Section
      title="Estimated spending"
      aside={
        noModel ? undefined : (
          <Explain
            title="How we estimate spending"
            lesson="where-money-goes"
            formula="We simulate each future day based on your past spending on the same weekday and in the same season. The line is the median. The band covers 80% of simulations."
            inputs={[
              ...days,
              { name: 'Days with a purchase', value: inputs.spendingDays },
              { name: 'Average week', value: money(inputs.averageWeek) },
              { name: 'Simulations', value: FUTURES },
            ]}
            source="Scheduled payments, card payments, and loan payments are known, so we don't estimate them. Card purchases affect your cash when you pay the statement."
          >
            {money(inputs.averageWeek)} a week
          </Explain>
        )
      }
    >
      {noModel ? (
        <p className="text-ink-2">{noModel}</p>
      ) : (
        <>
          <p className="mb-2 text-ink-3 text-sm">
            From all accounts and cards{isAll && ', shown'} in {currency}, excluding scheduled payments and
            debts.
          </p>
          <ul aria-label="Estimated spending by category">
            {categories.slice(0, SHOWN).map(({ category, averageWeek, purchases, sum }) => {
              const name = category ?? 'No category';
              return (
                <li key={name} className="py-2.5">
                  <div className="mb-1.5 flex justify-between gap-4">
                    <span className="min-w-0 truncate">{name}</span>
                    <span className="figures font-medium">
                      <Explain
                        title={`${name}, a week`}
                        lesson="where-money-goes"
                        formula="Amount spent ÷ days analyzed × 7"
                        inputs={[
                          { name: 'Spent', value: money(sum) },
                          { name: 'Purchases', value: purchases },
                          ...days,
                        ]}
                        links={[{ text: 'View transactions', to: getPurchases(category) }]}
                      >
                        {money(averageWeek)}
                      </Explain>
                    </span>
                  </div>
                  <Bar label={name} share={largest === 0 ? 0 : averageWeek / largest} />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Section>
  );
}
