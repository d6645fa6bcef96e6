import { addMinor, fromMinor, type Minor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { validateAmount } from '@/lib/fields';
import { formatMinor, parseAmount, splitMinor } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Form } from '@/ui/forms/form';
import { LabeledInput } from '@/ui/forms/labeled';
import { Segmented } from '@/ui/forms/segmented';
import { TextInput } from '@/ui/forms/text-input';
import { peopleMutations } from '../mutations';
import type { Contact } from '../queries';
import { Receipt } from './money-review';
import { addressField } from './people-schema';
import { AccountField } from './person-fields';

const MOST_PEOPLE = 20;

type SplitFlowProps = {
  accounts: readonly Account[];
  contacts: readonly Contact[];
  /**
   * The bill's initial values. If the customer splits a transaction, the bill uses the transaction's amount,
   * and the note is the merchant's name. `amount` is text.
   */
  bill: { amount: string; note: string; accountId: string | null };
  onDone: () => void;
};

/**
 * Renders the form to split a bill among several people and request each share. Equal shares add up to the
 * exact total, including the customer's own share.
 */
export function SplitFlow({ accounts, contacts, bill, onDone }: SplitFlowProps) {
  const ask = useIdempotentMutation(peopleMutations.ask);
  const [typed, setTyped] = useState(bill.amount);
  const [note, setNote] = useState(bill.note);
  const [accountId, setAccountId] = useState(
    accounts.find(({ id }) => id === bill.accountId)?.id ?? accounts[0]?.id ?? '',
  );
  const [people, setPeople] = useState<readonly string[]>([]);
  const [typedAddress, setTypedAddress] = useState('');
  const [way, setWay] = useState<'equal' | 'own'>('equal');
  const [own, setOwn] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<{ at: 'amount' | 'people' | 'shares'; text: string }>();
  const currency = accounts.find(({ id }) => id === accountId)?.currency ?? 'USD';
  const total = parseAmount(typed);
  const getName = (address: string) =>
    contacts.find((contact) => contact.address === address)?.name ?? address;
  const even = total === null || people.length === 0 ? [] : splitMinor(total, people.length + 1);
  // The first equal share is the customer's, so other people's shares start at index 1.
  const getShare = (address: string, index: number): Minor | null =>
    way === 'own' ? parseAmount(own[address] ?? '') : (even[index + 1] ?? null);
  const shares = people.map((address, index) => ({ address, amount: getShare(address, index) }));
  const requested = addMinor(...shares.map(({ amount }) => amount ?? ZERO));
  const mine = total === null ? null : subtractMinor(total, requested);

  function add(text: string) {
    const read = addressField.safeParse(text);
    if (!read.success) return setProblem({ at: 'people', text: 'Enter an email address.' });
    setProblem(undefined);
    setTypedAddress('');
    if (!people.includes(read.data) && people.length < MOST_PEOPLE) setPeople([...people, read.data]);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    const wrongTotal = validateAmount(typed);
    if (wrongTotal || total === null)
      return setProblem({ at: 'amount', text: wrongTotal ?? 'Enter an amount.' });
    if (people.length === 0) return setProblem({ at: 'people', text: 'Add at least one person.' });
    if (shares.some(({ amount }) => amount === null || amount <= 0))
      return setProblem({ at: 'shares', text: 'Enter a share above zero for each person.' });
    if (mine !== null && mine < 0)
      return setProblem({
        at: 'shares',
        text: `The shares add up to ${formatMinor(subtractMinor(requested, total), currency)} more than the bill. Lower one or more shares.`,
      });
    setProblem(undefined);
    ask.mutate(
      {
        account_id: accountId,
        note: note.trim() || null,
        shares: shares.map(({ address, amount }) => ({
          address,
          name: getName(address) === address ? null : getName(address),
          amount: fromMinor(amount ?? ZERO),
        })),
      },
      {
        onError: (error) => {
          const message = getRefusalMessage(error, currency);
          if (message) setProblem({ at: 'shares', text: message });
        },
      },
    );
  }

  if (ask.data) {
    return (
      <Receipt
        fact={`You requested ${formatMinor(requested, currency)} from ${ask.data.map(({ name }) => name).join(', ')}.`}
        onDone={onDone}
      >
        Each person has 14 simulated days to pay or decline.
      </Receipt>
    );
  }
  const unused = contacts.filter(({ address, blocked }) => address && !blocked && !people.includes(address));
  return (
    <Form
      onSubmit={send}
      busy={ask.isPending}
      verb={
        people.length > 0 && requested > 0 ? `Request ${formatMinor(requested, currency)}` : 'Send requests'
      }
    >
      <Field label="Total bill" error={problem?.at === 'amount' ? problem.text : undefined}>
        {(props) => <AmountInput {...props} value={typed} onValueChange={setTyped} currency={currency} />}
      </Field>
      <Field
        label="Split with"
        error={problem?.at === 'people' ? problem.text : undefined}
        hint="Enter an email address or choose a contact."
      >
        {(props) => (
          <div className="flex gap-2">
            <TextInput
              {...props}
              type="email"
              autoComplete="off"
              value={typedAddress}
              onChange={(event) => setTypedAddress(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || typedAddress === '') return;
                event.preventDefault();
                add(typedAddress);
              }}
            />
            <Button aria-label="Add" className="h-12 shrink-0" onClick={() => add(typedAddress)}>
              <Plus className="size-5" />
            </Button>
          </div>
        )}
      </Field>
      {unused.length > 0 && (
        <div className="-mt-2 flex flex-wrap gap-2">
          {unused.slice(0, 8).map(({ id, name, address }) => (
            <Button key={id} size="sm" onClick={() => add(address ?? '')}>
              <Plus className="size-4" /> {name}
            </Button>
          ))}
        </div>
      )}
      {people.length > 0 && (
        <>
          <Segmented
            label="Split type"
            value={way}
            onValueChange={setWay}
            options={[
              { value: 'equal', label: 'Equal shares' },
              { value: 'own', label: 'Custom shares' },
            ]}
          />
          <ul aria-label="Shares" className="divide-y divide-line border-line border-y">
            {shares.map(({ address, amount }) => (
              <li key={address} className="flex min-h-13 items-center gap-3 py-2">
                <span className="min-w-0 flex-1 truncate">{getName(address)}</span>
                {way === 'own' ? (
                  <span className="w-32 shrink-0">
                    <AmountInput
                      aria-label={`${getName(address)}'s share`}
                      value={own[address] ?? ''}
                      onValueChange={(text) => setOwn({ ...own, [address]: text })}
                      currency={currency}
                    />
                  </span>
                ) : (
                  <span className="figures font-semibold">
                    {amount === null ? '' : formatMinor(amount, currency)}
                  </span>
                )}
                <Button
                  variant="ghost"
                  className="px-2.5!"
                  aria-label={`Remove ${getName(address)}`}
                  onClick={() => setPeople(people.filter((item) => item !== address))}
                >
                  <X className="size-5" />
                </Button>
              </li>
            ))}
            <li className="flex min-h-13 items-center gap-3 py-2 text-ink-2">
              <span className="flex-1">Your share</span>
              <span className="figures">{mine === null ? '' : formatMinor(mine, currency)}</span>
              <span className="w-10" />
            </li>
          </ul>
          <p aria-live="polite" className="text-negative text-sm empty:hidden">
            {problem?.at === 'shares' && problem.text}
          </p>
        </>
      )}
      <AccountField label="Deposit to" accounts={accounts} value={accountId} onValueChange={setAccountId} />
      <LabeledInput
        label="Note"
        note="optional, visible to them"
        maxLength={140}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Form>
  );
}
