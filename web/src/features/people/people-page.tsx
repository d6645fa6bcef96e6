import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { type Account, accountQueries, isUsable } from '@/entities/account/queries';
import { getProblem } from '@/entities/customer/auth-errors';
import { OneTimeCode } from '@/entities/customer/one-time-code-field';
import { type Customer, customerQueries } from '@/entities/customer/queries';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { getTitle, transactionQueries } from '@/entities/transaction/queries';
import { getDay } from '@/lib/dates';
import { formatTypedAmount } from '@/lib/money';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { BackLink, LinkButton } from '@/ui/link';
import { combineQueries, LoadedPage } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { Contacts } from './contacts/contacts';
import { Inbox } from './inbox/inbox';
import { Outbox } from './inbox/outbox';
import { peopleMutations } from './mutations';
import { MoneyDialog, NO_BILL, type RequestInput, type Verb } from './pay/money-dialog';
import { LimitsLine } from './pay/money-review';
import { PaymentHistory } from './payment-history';
import { type Contact, type PeerPayment, type PeerTransfer, peopleQueries } from './queries';

/** Matches the id of an account transaction. */
const TRANSACTION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const above = <BackLink to="/dashboard">Dashboard</BackLink>;

const PAYMENT_EXAMPLES = (
  <ExampleRows
    rows={[
      { title: 'Sam Rivera', detail: 'You paid for dinner', end: '\u2212$24.00' },
      { title: 'Ana Cole', detail: 'Paid you for tickets', end: '+$60.00' },
    ]}
  />
);

/** Renders open requests and transfers, contacts, and history. */
export default function PeoplePage() {
  const confirmed = useQuery(peopleQueries.confirmedAddress());
  const { email } = useCustomer();
  const all = combineQueries(
    useQuery(accountQueries.list()),
    useQuery(peopleQueries.inbox()),
    useQuery(peopleQueries.payments()),
    useQuery(peopleQueries.contacts()),
    useQuery(customerQueries.me()),
  );
  return (
    <LoadedPage
      title="Pay people"
      above={above}
      from={all}
      failure="We couldn't load your payments with people."
      placeholder={<SkeletonRows rows={6} />}
    >
      {([accounts, inbox, payments, contacts, customer]) => (
        <People
          accounts={accounts}
          inbox={inbox}
          payments={payments}
          contacts={contacts}
          customer={customer}
          unconfirmed={confirmed.data === null ? email : null}
        />
      )}
    </LoadedPage>
  );
}

type PeopleProps = {
  accounts: readonly Account[];
  inbox: readonly PeerTransfer[];
  payments: readonly PeerPayment[];
  contacts: readonly Contact[];
  customer: Customer;
  /** The customer's email address if it isn't confirmed. */
  unconfirmed: string | null | undefined;
};

function People({ accounts, inbox, payments, contacts, customer, unconfirmed }: PeopleProps) {
  const [request, setRequest] = useOpenRequest();
  const [address, setAddress] = useState<string | null>(null);
  const [hasBeenFilled, setHasBeenFilled] = useState(false);
  const usable = accounts.filter(isUsable);
  const openMoneyDialog = (verb: Verb, to = '') => setRequest({ verb, address: to, bill: NO_BILL });
  const isEmpty = payments.length === 0 && inbox.length === 0 && contacts.length === 0;
  // After the first data appears, keeps the content visible while the lists reload one after another.
  if (!isEmpty && !hasBeenFilled) setHasBeenFilled(true);
  const actions = usable.length > 0 && (
    <>
      <Button onClick={() => openMoneyDialog('ask')}>Request</Button>
      <Button onClick={() => openMoneyDialog('split')}>Split bill</Button>
      <Button variant="primary" onClick={() => openMoneyDialog('pay')}>
        Pay
      </Button>
    </>
  );
  return (
    <Page title="Pay people" above={above} actions={isEmpty && !hasBeenFilled ? undefined : actions}>
      {unconfirmed && (
        <div className="mb-10">
          <ConfirmAddress address={unconfirmed} />
        </div>
      )}
      {usable.length === 0 && inbox.length === 0 ? (
        <EmptyState
          title="No accounts yet"
          example={PAYMENT_EXAMPLES}
          action={
            <LinkButton to="/create-account" variant="primary">
              Open account
            </LinkButton>
          }
        >
          Pay or request money by email. We return payments that aren't claimed.
        </EmptyState>
      ) : isEmpty && !hasBeenFilled ? (
        <EmptyState
          title="Pay people by email"
          action={actions && <div className="flex flex-wrap gap-2">{actions}</div>}
          example={PAYMENT_EXAMPLES}
        >
          Send money with just an email. If it isn't claimed in 14 simulated days, we return it. You can also
          request money or split a bill.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex flex-col gap-12">
            <Inbox transfers={inbox} accounts={usable} contacts={contacts} />
            <Outbox
              payments={payments}
              today={getDay(customer.now, customer.time_zone)}
              timeZone={customer.time_zone}
            />
            <PaymentHistory
              payments={payments}
              contacts={contacts}
              address={address}
              onAddress={setAddress}
            />
          </div>
          <div className="flex flex-col gap-12">
            <Contacts
              contacts={contacts}
              payments={payments}
              onMoney={openMoneyDialog}
              onHistory={(chosen) => {
                setAddress(chosen);
                document.getElementById('history')?.scrollIntoView({ block: 'start' });
              }}
            />
            <section>
              <h2 className="mb-1 text-lg">Limits</h2>
              <p className="text-ink-2">
                <LimitsLine currency={customer.base_currency} /> Limits reset each simulated day.
              </p>
            </section>
          </div>
        </div>
      )}
      <MoneyDialog request={request} accounts={usable} contacts={contacts} onClose={() => setRequest(null)} />
    </Page>
  );
}

/**
 * Returns the open dialog and a function that changes it. A click or the URL opens a dialog: `?pay=<email>`,
 * `?request=<email>&amount=…&note=…`, or `?split=<id of a transaction>`.
 */
function useOpenRequest(): [RequestInput | null, (request: RequestInput | null) => void] {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<RequestInput | null>(null);
  const [to, split] = [search.get('pay'), search.get('split')];
  const row = useQuery({
    ...transactionQueries.one(split ?? ''),
    enabled: TRANSACTION_ID.test(split ?? ''),
  }).data;
  const from = search.get('request');
  const requested: RequestInput | null =
    from !== null
      ? {
          verb: 'ask',
          address: from,
          bill: {
            amount: formatTypedAmount(Number(search.get('amount')) || null),
            note: (search.get('note') ?? '').slice(0, 140),
            accountId: null,
          },
        }
      : to !== null
        ? { verb: 'pay', address: to, bill: NO_BILL }
        : row
          ? {
              verb: 'split',
              address: '',
              bill: {
                amount: formatTypedAmount(row.amount),
                note: getTitle(row).slice(0, 140),
                accountId: row.account_id,
              },
            }
          : null;
  return [
    chosen ?? requested,
    (request) => {
      setChosen(request);
      if (!request && (from !== null || to !== null || split !== null)) setSearch({}, { replace: true });
    },
  ];
}

const schema = z.object({
  address: z.string(),
  code: z.string().regex(/^\d{6}$/, 'Enter the 6-digit code.'),
});

/**
 * Asks the customer to confirm their email with a code. Payments and requests reach only confirmed addresses.
 */
function ConfirmAddress({ address }: { address: string }) {
  const [isSent, setIsSent] = useState(false);
  const send = useMutation(peopleMutations.sendAddressCode);
  return (
    <section className="flex max-w-140 flex-col gap-4">
      <AlertBox
        kind="info"
        fact="Confirm your email address to receive money."
        action={
          !isSent && (
            <span className="mt-3 block">
              <Button
                busy={send.isPending}
                onClick={() => send.mutate({ address }, { onSuccess: () => setIsSent(true) })}
              >
                Send code
              </Button>
            </span>
          )
        }
      >
        {isSent
          ? `We sent a code to ${address}. It expires in 1 hour.`
          : `We'll send a code to ${address}. After you confirm, payments and requests to this address show up here.`}
      </AlertBox>
      {send.error && <p className="text-negative">{getProblem(send.error)?.text}</p>}
      {isSent && (
        <CodeForm
          address={address}
          isResending={send.isPending}
          onResend={() =>
            send.mutate({ address }, { onSuccess: () => toast.success(`We sent a new code to ${address}`) })
          }
        />
      )}
    </section>
  );
}

type CodeFormProps = { address: string; isResending: boolean; onResend: () => void };

function CodeForm({ address, isResending, onResend }: CodeFormProps) {
  const { form, submit, busy, problem } = useAuthForm({
    schema,
    defaults: { address, code: '' },
    mutation: peopleMutations.confirmAddress,
    onDone: () => toast.success('Your email address is confirmed'),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && <AlertBox kind="negative" fact={problem} />}
      <OneTimeCode
        autoFocus
        error={form.formState.errors.code?.message}
        registration={form.register('code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Confirm address
        </Button>
        <Button variant="ghost" busy={isResending} onClick={onResend}>
          Send a new code
        </Button>
      </div>
    </form>
  );
}
