import { addMinor, fromMinor, negateMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { Navigate, useParams } from 'react-router';
import {
  type Account,
  accountQueries,
  isUsable,
  maskedNumber,
  TYPE_LABELS,
} from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { DocumentLinks } from '@/entities/document/document-links';
import { Explain } from '@/entities/explanation/explain';
import { getTitle, type Transaction, transactionQueries } from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { formatTextDate, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { LineChart } from '@/ui/charts/line-chart';
import { CopyText } from '@/ui/copy-button';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton, TextLink } from '@/ui/link';
import { Loaded, LoadedPage } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { CashDialog } from '../cash-dialog';
import { accountMutations } from '../mutations';
import { SavingsTerms } from '../savings-terms';
import { CloseDialog, DeleteDialog, EditDialog } from './account-dialogs';

export default function AccountPage() {
  const { id = '' } = useParams();
  const list = useQuery(accountQueries.list());
  const accounts = list.data ?? [];
  const account = accounts.find((candidate) => candidate.id === id);
  // An account that was just opened can be missing while the list reloads.
  if (list.data && !account && !list.isFetching) return <Navigate to="/not-found" replace />;
  return (
    <LoadedPage
      title="Account"
      from={{ ...list, data: account }}
      failure="We couldn't load your accounts."
      rows={6}
    >
      {(loaded) => <AccountView account={loaded} accounts={accounts} />}
    </LoadedPage>
  );
}

function AccountView({ account, accounts }: { account: Account; accounts: readonly Account[] }) {
  return (
    <Page
      title={account.name}
      above={<TextLink to="/dashboard">Dashboard</TextLink>}
      actions={isUsable(account) && <AccountActions account={account} accounts={accounts} />}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        {TYPE_LABELS[account.type]}
        <span aria-hidden>·</span>
        <CopyText
          text={account.account_number}
          label={`Copy the account number ending in ${account.account_number.slice(-4)}`}
          copiedLabel="Account number copied"
          className="figures min-h-8 px-1"
        >
          {maskedNumber(account)}
        </CopyText>
        {account.user_id === null && <Badge tone="info">Shared, view only</Badge>}
        {account.closed_at && <Badge>Closed</Badge>}
      </p>
      <p className="mt-6 text-ink-3 text-sm">Balance</p>
      <p aria-live="polite">
        <BalanceFigure account={account} />
      </p>
      {account.closed_at && <AccountActions account={account} accounts={accounts} />}
      <BalanceHistory accountId={account.id} currency={account.currency} />
      {account.type === 'SAVINGS' && account.closed_at === null && (
        <Section title="Interest" className="mt-10">
          <SavingsTerms balance={account.balance} currency={account.currency} />
        </Section>
      )}
      <DocumentLinks about={account.id} title="Statements" className="mt-10" />
      <Section
        title="History"
        aside={
          <span className="flex flex-wrap justify-end gap-x-5">
            {isUsable(account) && (
              <TextLink to={`/dashboard/accounts/${account.id}/reconcile`}>Reconcile</TextLink>
            )}
            <TextLink to={`/transactions?account=${account.id}`}>Search</TextLink>
          </span>
        }
        className="mt-10"
      >
        <AccountHistory account={account} />
      </Section>
    </Page>
  );
}

function BalanceHistory({ accountId, currency }: { accountId: string; currency: string }) {
  const { data } = useQuery(accountQueries.history(accountId));
  if (!data || data.length < 2) return null;
  const points = data.map(({ day, balance }) => ({ day, value: balance }));
  return <LineChart label="Balance" points={points} currency={currency} fromZero className="mt-8" />;
}

function AccountActions({ account, accounts }: { account: Account; accounts: readonly Account[] }) {
  const { open, dialog } = useDialogs<'deposit' | 'withdraw' | 'edit' | 'close' | 'delete'>();
  const reopen = useMutation(accountMutations.reopen);
  const canTransfer = accounts.filter(isUsable).length > 1;
  if (account.closed_at) {
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          busy={reopen.isPending}
          onClick={() =>
            reopen.mutate(account.id, { onSuccess: () => toast.success(`${account.name} reopened`) })
          }
        >
          Reopen
        </Button>
        <Button variant="danger" onClick={() => open('delete')}>
          Delete
        </Button>
        <DeleteDialog account={account} {...dialog('delete')} />
      </div>
    );
  }
  return (
    <>
      <Button variant={canTransfer ? 'secondary' : 'primary'} onClick={() => open('deposit')}>
        Deposit
      </Button>
      <Button onClick={() => open('withdraw')}>Withdraw</Button>
      {canTransfer && (
        <LinkButton to={`/dashboard/move?from=${account.id}`} variant="primary">
          Transfer
        </LinkButton>
      )}
      <Menu
        trigger={
          <Button variant="ghost" aria-label="More account options" className="px-2.5!">
            <Ellipsis className="size-5" />
          </Button>
        }
      >
        <MenuItem onSelect={() => open('edit')}>Account settings</MenuItem>
        <MenuItem onSelect={() => open('close')}>Close account</MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => open('delete')} className="text-negative">
          Delete account
        </MenuItem>
      </Menu>
      <CashDialog account={account} verb="deposit" {...dialog('deposit')} />
      <CashDialog account={account} verb="withdraw" {...dialog('withdraw')} />
      <EditDialog account={account} {...dialog('edit')} />
      <CloseDialog account={account} accounts={accounts} {...dialog('close')} />
      <DeleteDialog account={account} {...dialog('delete')} />
    </>
  );
}

function AccountHistory({ account }: { account: Account }) {
  const latest = useQuery(transactionQueries.latest(account.id));
  return (
    <Loaded from={latest} failure="We couldn't load the history." rows={6}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No transactions yet">Your first deposit will show up here.</EmptyState>
        ) : (
          <HistoryRows account={account} rows={rows} />
        )
      }
    </Loaded>
  );
}

function HistoryRows({ account, rows }: { account: Account; rows: readonly Transaction[] }) {
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  return (
    <RowList label={`History of ${account.name}`}>
      {rows.map((row) => (
        <Row
          key={row.id}
          icon={<TransactionIcon kind={row.kind} direction={row.direction} categoryId={row.category_id} />}
          title={getTitle(row)}
          detail={formatTextDate(row.date, zone)}
          to={`/transactions?account=${account.id}&open=${row.id}`}
          end={
            <>
              <Money
                amount={row.direction === 'in' ? row.amount : -row.amount}
                currency={row.currency}
                signed
                className={row.direction === 'in' ? 'text-positive' : ''}
              />
              <span className="block text-ink-3 text-sm">
                <Money
                  amount={row.balance_after}
                  currency={row.currency}
                  size="small"
                  className="font-normal!"
                />
              </span>
            </>
          }
        />
      ))}
    </RowList>
  );
}

function BalanceFigure({ account }: { account: Account }) {
  const { balance, currency } = account;
  const newest = useQuery(transactionQueries.latest(account.id)).data;
  const figure = <Money amount={balance} currency={currency} size="page" />;
  // Transactions that were loaded at a different time would add up to a different balance.
  if (!newest?.[0] || newest[0].balance_after !== balance) return figure;
  const { before, rows } = balanceParts(balance, newest);
  return (
    <Explain
      title="Balance"
      formula="The balance before the latest transactions, plus money in and minus money out."
      inputs={[
        { name: 'Earlier balance', value: formatMoney(before, currency) },
        { name: 'Balance', value: formatMoney(balance, currency) },
      ]}
      postings={rows.map(({ row, amount }) => ({
        day: getDay(row.date),
        words: getTitle(row),
        amount,
        currency,
        to: `/transactions?account=${account.id}&open=${row.id}`,
      }))}
      source="Every transaction is recorded twice: here, and where the money came from or went."
    >
      {figure}
    </Explain>
  );
}

type BalanceRow = { amount: number; direction: string };

/** The number of newest transactions in the breakdown. Older transactions are part of the earlier balance. */
const LISTED_TRANSACTIONS = 6;

/**
 * Returns the parts of a balance: the newest transactions and the balance before them. The parts add up to
 * the exact balance.
 */
export function balanceParts<Row extends BalanceRow>(balance: number, newestFirst: readonly Row[]) {
  const rows = newestFirst.slice(0, LISTED_TRANSACTIONS).map((row) => ({ row, amount: signedAmount(row) }));
  const moved = addMinor(...rows.map(({ amount }) => amount));
  return {
    before: fromMinor(subtractMinor(toMinor(balance), moved)),
    rows: rows.map(({ row, amount }) => ({ row, amount: fromMinor(amount) })),
  };
}

const signedAmount = ({ amount, direction }: BalanceRow) =>
  direction === 'in' ? toMinor(amount) : negateMinor(toMinor(amount));
