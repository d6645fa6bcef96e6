import type { TransactionConditions } from '@engine/search/meaning.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { transactionQueries } from '@/features/transactions/queries';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Field } from '@/ui/forms/field';
import { Select } from '@/ui/forms/select';
import { supportQueries } from '../queries';

const LATEST_ROWS = 40;
const EVERY_ROW: TransactionConditions = { conditions: [], sort: 'date' };

type Choice = { id: string; name: string };

/** Selects what a ticket is about, or nothing. */
export function AboutField({
  asked,
  error,
  ...select
}: {
  /** The subject in the URL, which may no longer be offered. */
  asked: string;
  error: string | undefined;
} & ComponentProps<'select'>) {
  const groups = useChoices();
  const isOffered = groups.some(({ choices }) => choices.some(({ id }) => id === asked));
  return (
    <Field label="What is it about?" note="optional" error={error}>
      {(props) => (
        <Select {...props} {...select}>
          <option value="">General question</option>
          {asked && !isOffered && <option value={asked}>Current page</option>}
          {groups.map(({ label, choices }) => (
            <optgroup key={label} label={label}>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  );
}

function useChoices(): { label: string; choices: readonly Choice[] }[] {
  const rows = useQuery(transactionQueries.page(EVERY_ROW, null, LATEST_ROWS)).data ?? [];
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const loans = useQuery(loanQueries.list()).data ?? [];
  const mortgages = useQuery(mortgageQueries.list()).data ?? [];
  const disputes = useQuery(supportQueries.disputes()).data ?? [];
  return [
    {
      label: 'Latest transactions',
      choices: rows.map(({ transaction_key: id, day, merchant, description, kind, amount, currency }) => ({
        id,
        name: `${formatTextDate(day)}, ${merchant ?? description ?? kind}, ${formatMoney(amount, currency)}`,
      })),
    },
    { label: 'Cards', choices: cards },
    { label: 'Loans', choices: loans },
    { label: 'Mortgages', choices: mortgages.map(({ id, name }) => ({ id, name: name ?? 'Mortgage' })) },
    { label: 'Accounts', choices: accounts.filter(({ user_id: owner }) => owner !== null) },
    {
      label: 'Disputes',
      choices: disputes.map(({ id, merchant, amount, currency }) => ({
        id,
        name: `${merchant ?? 'A charge'}, ${formatMoney(amount, currency)}`,
      })),
    },
  ].filter(({ choices }) => choices.length > 0);
}
