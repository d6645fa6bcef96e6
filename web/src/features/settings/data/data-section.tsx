import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '@/lib/session';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { DeleteAccount } from '../profile/delete-account';
import { customerQueries } from '../queries';
import { ResetDemo } from '../time/reset-demo';
import { useScrollToHash } from '../use-scroll-to-hash';
import { ExportEverything } from './export-everything';
import { HouseholdFiles } from './household-files';
import { LedgerAudit } from './ledger-audit';

/** The audit of the ledger, export and import, and account deletion. */
export function DataSection() {
  const user = useCustomer();
  const { data: customer, error } = useQuery(customerQueries.me());
  useScrollToHash(customer !== undefined);
  return (
    <div>
      <Section title="Your books" id="books">
        <LedgerAudit timeZone={customer?.time_zone} />
      </Section>
      <Section title="Export your data" id="export">
        <ExportEverything />
        {customer ? (
          <div className="mt-8">
            <HouseholdFiles timeZone={customer.time_zone} today={customer.now} />
          </div>
        ) : (
          !error && <SkeletonRows rows={2} />
        )}
      </Section>
      {customer && (
        <Section title="Start over">
          <ResetDemo customer={customer} />
        </Section>
      )}
      {!user.is_anonymous && (
        <Section title="Delete account" id="leaving">
          <DeleteAccount />
        </Section>
      )}
    </div>
  );
}
