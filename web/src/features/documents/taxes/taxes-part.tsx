import { useQuery } from '@tanstack/react-query';
import { isTaxForm } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { DocumentRows } from '../statements/statements-part';
import { taxQueries } from './tax-queries';
import { TaxReturn } from './tax-return';

/** Renders the tax forms and the return of each past year with pay stubs. */
export function TaxesPart({ documents, now }: { documents: readonly SavedDocument[]; now: string }) {
  const years = useQuery(taxQueries.years());
  const returns = useQuery(taxQueries.returns()).data;
  // On phones, the latest return that can be filed has its button at the bottom of the window.
  const dockedYear = years.data?.find(
    ({ tax_year, is_open }) => is_open && !returns?.some((filed) => filed.tax_year === tax_year),
  )?.tax_year;
  return (
    <Loaded from={years} failure="We couldn't load your tax years." rows={4} label="Loading tax years">
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="No tax documents yet"
            example={
              <ExampleRows
                rows={[
                  { title: 'Form W-2', detail: 'Wages and taxes withheld, January 31', end: 'PDF' },
                  { title: 'Tax return', detail: 'One page, filled in for you', end: 'April 15' },
                  { title: 'Refund', detail: '3 weeks after you file', end: 'Deposit' },
                ]}
              />
            }
            action={
              <LinkButton to="/auto-deposit" variant="primary">
                Add pay details
              </LinkButton>
            }
          >
            Add gross pay and taxes to your paycheck under Auto deposit. Your W-2 for a year arrives on
            January 31, and we fill in the return.
          </EmptyState>
        ) : (
          <div className="space-y-12">
            {rows.map((year) => {
              const forms = documents
                .filter(
                  (document) => isTaxForm(document) && document.period_to?.startsWith(String(year.tax_year)),
                )
                // The W-2 comes first.
                .toSorted((left, right) => right.name.localeCompare(left.name));
              const title = `Tax year ${year.tax_year}`;
              return (
                <Section key={year.tax_year} title={title}>
                  <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
                    {returns && (
                      <TaxReturn
                        year={year}
                        filed={returns.find(({ tax_year }) => tax_year === year.tax_year)}
                        hasForms={forms.length > 0}
                        now={now}
                        isDocked={year.tax_year === dockedYear}
                      />
                    )}
                    <div>
                      <h3 className="mb-2 font-medium text-ink-3 text-sm">Forms</h3>
                      {forms.length > 0 ? (
                        <DocumentRows label={title} documents={forms} now={now} />
                      ) : (
                        <p className="text-ink-2">
                          {year.wages > 0
                            ? 'Your W-2 arrives on January 31'
                            : 'Your forms arrive by February 1'}
                          , {year.tax_year + 1}.
                        </p>
                      )}
                    </div>
                  </div>
                </Section>
              );
            })}
          </div>
        )
      }
    </Loaded>
  );
}
