import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { BalanceFigure } from '@/entities/account/balance-figure';
import {
  type Account,
  accountQueries,
  getTypeLabel,
  isUsable,
  maskedNumber,
} from '@/entities/account/queries';
import { DocumentLinks } from '@/entities/document/document-links';
import { HeldLine } from '@/entities/hold/held-line';
import { clockQueries } from '@/entities/household/clock-queries';
import { lazyComponent } from '@/lib/bundle/lazy';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { CopyText } from '@/ui/copy-button';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { LoadedPage } from '@/ui/loaded';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Page, Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { CashDialog } from '../cash-dialog';
import { accountMutations } from '../mutations';
import { SavingsTerms } from '../savings-terms';
import { CloseDialog, DeleteDialog, EditDialog } from './account-dialogs';
import { AccountFigures } from './account-figures';
import { AccountHistory } from './account-history';
import { AccountNumbers } from './account-numbers';
import { BalanceHistory } from './balance-history';
import { InvestmentActivity, InvestmentFigures, InvestmentHistory, TotalReturn } from './investment-section';
import { OverdraftSection } from './overdraft-section';
import { PurchaseDialog } from './purchase-dialog';

/** Loaded only for overdrawn accounts. */
const OverdraftAlert = lazyComponent(() =>
  import('@/entities/account/overdraft-alert').then((module) => module.OverdraftAlert),
);
const PlanSection = lazyComponent(() => import('./plan-section').then((module) => module.PlanSection));
const CertificateSection = lazyComponent(() =>
  import('@/features/certificates/certificate-section').then((module) => module.CertificateSection),
);
const CertificateActions = lazyComponent(() =>
  import('@/features/certificates/certificate-actions').then((module) => module.CertificateActions),
);
const TaxTreatmentSection = lazyComponent(() =>
  import('./tax-treatment-section').then((module) => module.TaxTreatmentSection),
);
const FundsSection = lazyComponent(() =>
  import('@/features/funds/funds-section').then((module) => module.FundsSection),
);

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
  const isInvestment = account.type === 'INVESTMENT';
  const isCertificate = account.type === 'CD';
  const { open, dialog } = useDialogs<'numbers'>();
  return (
    <Page
      title={account.name}
      above={<BackLink to="/dashboard">Dashboard</BackLink>}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {getTypeLabel(account)}
          <span aria-hidden>·</span>
          <CopyText
            text={account.account_number}
            label={`Copy the account number ending in ${account.account_number.slice(-4)}`}
            copiedLabel="Account number copied"
            className="figures min-h-8 px-1"
          >
            {maskedNumber(account)}
          </CopyText>
          <button
            type="button"
            onClick={() => open('numbers')}
            className="min-h-8 font-semibold text-accent-ink underline underline-offset-2"
          >
            Account numbers
          </button>
          {account.user_id === null && <Badge tone="info">Shared, view only</Badge>}
          {account.closed_at && <Badge>Closed</Badge>}
        </span>
      }
      actions={
        (isUsable(account) || (isCertificate && account.closed_at === null)) && (
          <AccountActions account={account} accounts={accounts} />
        )
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <div>
          <p className="text-ink-3 text-sm">{isInvestment ? 'Value' : 'Balance'}</p>
          <p aria-live="polite">
            <BalanceFigure account={account} />
          </p>
          <HeldLine account={account} />
          {isInvestment && <TotalReturn account={account} />}
        </div>
        {isInvestment && <InvestmentFigures account={account} />}
        {!isInvestment && !isCertificate && <AccountFigures account={account} />}
      </div>
      {account.balance < 0 && (
        <div className="mt-6">
          <Suspense fallback={null}>
            <OverdraftAlert account={account} />
          </Suspense>
        </div>
      )}
      {account.closed_at && <AccountActions account={account} accounts={accounts} />}
      {isCertificate && (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <CertificateSection account={account} />
        </Suspense>
      )}
      {isInvestment ? <InvestmentHistory account={account} /> : <BalanceHistory account={account} />}
      {isInvestment && (
        // The holdings are as wide as the page. Without funds, both sections share a row.
        <div className="grid grid-cols-1 gap-x-16 lg:grid-cols-2">
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <FundsSection account={account} />
          </Suspense>
          <Suspense fallback={null}>
            <TaxTreatmentSection account={account} />
          </Suspense>
        </div>
      )}
      <div className="grid grid-cols-1 gap-x-16 lg:grid-cols-2">
        {account.type === 'SAVINGS' && account.closed_at === null && (
          <Section title="Interest" className="mt-12">
            <SavingsTerms balance={account.balance} currency={account.currency} />
          </Section>
        )}
        {account.type === 'CHECKING' && isUsable(account) && (
          <OverdraftSection account={account} accounts={accounts} />
        )}
        {(account.type === 'CHECKING' || account.type === 'SAVINGS') && isUsable(account) && (
          <Suspense fallback={null}>
            <PlanSection account={account} />
          </Suspense>
        )}
      </div>
      <Section
        title={isInvestment ? 'Activity' : 'History'}
        aside={
          <span className="flex flex-wrap justify-end gap-x-5">
            {isUsable(account) && (
              <TextLink to={`/dashboard/accounts/${account.id}/reconcile`}>Reconcile</TextLink>
            )}
            <TextLink to={`/settings/changes?about=${account.id}`}>Changes</TextLink>
            <TextLink to={`/transactions?account=${account.id}`}>View all</TextLink>
          </span>
        }
        className="mt-12"
      >
        {isInvestment ? <InvestmentActivity account={account} /> : <AccountHistory account={account} />}
      </Section>
      <DocumentLinks about={account.id} title="Statements" className="mt-12" />
      <AccountNumbers account={account} {...dialog('numbers')} />
    </Page>
  );
}

function AccountActions({ account, accounts }: { account: Account; accounts: readonly Account[] }) {
  const { open, dialog } = useDialogs<'deposit' | 'withdraw' | 'purchase' | 'edit' | 'close' | 'delete'>();
  const reopen = useMutation(accountMutations.reopen);
  const hasPending = useQuery(clockQueries.household()).data?.carryover.pending === 'realistic';
  const canTransfer = accounts.filter(isUsable).length > 1;
  if (account.closed_at) {
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        {account.type !== 'CD' && (
          <Button
            busy={reopen.isPending}
            onClick={() =>
              reopen.mutate(account.id, { onSuccess: () => toast.success(`${account.name} reopened`) })
            }
          >
            Reopen
          </Button>
        )}
        <Button variant="danger" onClick={() => open('delete')}>
          Delete
        </Button>
        <DeleteDialog account={account} {...dialog('delete')} />
      </div>
    );
  }
  const isCertificate = account.type === 'CD';
  return (
    <>
      {isCertificate && (
        <Suspense fallback={null}>
          <CertificateActions account={account} accounts={accounts} />
        </Suspense>
      )}
      {!isCertificate && (
        <>
          <Button variant={canTransfer ? 'secondary' : 'primary'} onClick={() => open('deposit')}>
            Deposit
          </Button>
          <Button onClick={() => open('withdraw')}>Withdraw</Button>
        </>
      )}
      {canTransfer && !isCertificate && (
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
        {account.type === 'CHECKING' && hasPending && (
          <MenuItem onSelect={() => open('purchase')}>Make a purchase</MenuItem>
        )}
        <MenuItem onSelect={() => open('edit')}>Account settings</MenuItem>
        {!isCertificate && <MenuItem onSelect={() => open('close')}>Close account</MenuItem>}
        <MenuSeparator />
        <MenuItem onSelect={() => open('delete')} className="text-negative">
          Delete account
        </MenuItem>
      </Menu>
      <CashDialog account={account} verb="deposit" {...dialog('deposit')} />
      <CashDialog account={account} verb="withdraw" {...dialog('withdraw')} />
      <PurchaseDialog account={account} {...dialog('purchase')} />
      <EditDialog account={account} {...dialog('edit')} />
      <CloseDialog account={account} accounts={accounts} {...dialog('close')} />
      <DeleteDialog account={account} {...dialog('delete')} />
    </>
  );
}
