import { useQuery } from '@tanstack/react-query';
import { isTaxForm } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { EmptyState } from '@/ui/empty-state';
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
  return (
    <Loaded from={years} failure="We couldn't load your tax years." rows={4} label="Loading tax years">
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="No tax documents yet"
            action={<LinkButton to="/auto-deposit">Go to auto deposit</LinkButton>}
          >
            Your W-2 arrives here on January 31, for paychecks with pay details in the year before.
          </EmptyState>
        ) : (
          <div className="space-y-12">
            {rows.map((year) => {
              const forms = documents.filter(
                (document) => isTaxForm(document) && document.period_to?.startsWith(String(year.tax_year)),
              );
              const title = `Tax year ${year.tax_year}`;
              return (
                <Section key={year.tax_year} title={title}>
                  {forms.length > 0 ? (
                    <DocumentRows label={title} documents={forms} now={now} />
                  ) : (
                    <p className="text-ink-2">Your W-2 arrives on January 31, {year.tax_year + 1}.</p>
                  )}
                  {returns && (
                    <TaxReturn
                      year={year}
                      filed={returns.find(({ tax_year }) => tax_year === year.tax_year)}
                      now={now}
                    />
                  )}
                </Section>
              );
            })}
          </div>
        )
      }
    </Loaded>
  );
}
