import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type Account, accountQueries, isUsable } from '@/entities/account/queries';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Panel } from '@/ui/panel';
import { MoveMoney } from './move-money';

export default function TransfersPage() {
  const [search] = useSearchParams();
  const all = useQuery(accountQueries.list());
  return (
    <Page
      title="Transfer money"
      className="max-w-152! lg:max-w-296!"
      above={<BackLink to="/dashboard">Dashboard</BackLink>}
    >
      <Loaded from={all} failure="We couldn't load your accounts." rows={4}>
        {(loaded) => {
          const accounts = loaded.filter(isUsable);
          if (accounts.length < 2) return <TooFewAccounts only={accounts[0]} />;
          return (
            <Panel>
              <MoveMoney accounts={accounts} from={search.get('from')} to={search.get('to')} />
            </Panel>
          );
        }}
      </Loaded>
      <p className="mt-6 text-ink-2">
        Paying someone else? <TextLink to="/dashboard/people">Pay people by email address</TextLink>
      </p>
    </Page>
  );
}

/** Leads to a second account and back to the transfer. With one account, also leads to its deposits. */
function TooFewAccounts({ only }: { only: Account | undefined }) {
  return (
    <EmptyState
      title={only ? 'You need a second account to transfer money' : 'You have no accounts yet'}
      example={
        <ExampleRows
          rows={[
            { title: 'Everyday Checking', detail: '$3,495.73 → $3,245.73', end: '−$250.00' },
            { title: 'Rainy Day Savings', detail: '$12,571.88 → $12,821.88', end: '+$250.00' },
          ]}
        />
      }
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton to="/create-account" state={{ returnTo: '/dashboard/move' }} variant="primary">
            Open account
          </LinkButton>
          {only && <LinkButton to={`/dashboard/accounts/${only.id}`}>View {only.name}</LinkButton>}
        </div>
      }
    >
      To add or take out money, use Deposit or Withdraw on the account.
    </EmptyState>
  );
}
