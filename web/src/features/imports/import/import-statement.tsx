import { toMinor } from '@engine/money/minor.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { TYPE_LABELS } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import type { CsvMapping } from '@/entities/statement-file/imports/csv/csv-columns';
import type { Table } from '@/entities/statement-file/imports/csv/csv-table';
import { leastBeginning } from '@/entities/statement-file/imports/least-beginning';
import type { FileFormat, Statement } from '@/entities/statement-file/imports/statement';
import { formatCount } from '@/lib/count';
import { formatMinor, formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox, Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { AmountField } from '@/ui/forms/amount-field';
import { SelectField, toOptions } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { WorkProgress } from '@/ui/work-progress';
import { importMutations } from '../mutations';
import { type ImportRequest, importQueries } from '../queries';
import { getDraft } from './drafts';
import { ImportPreview } from './import-preview';
import { rememberMapping } from './saved-mappings';
import {
  getTarget,
  NEW_ACCOUNT,
  plainAmount,
  suggestedTarget,
  type TargetDetails,
  type TargetFields,
  targetSchema,
} from './target-schema';

/** Larger files show their progress. */
const SLOW_ROWS = 2000;

type ImportStatementProps = {
  statement: Statement;
  accounts: readonly Account[];
  wantedAccount: string | null;
  /** Called when the customer chooses an account. */
  onAccount: (accountId: string) => void;
  today: string;
  baseCurrency: string;
  fileName: string;
  format: FileFormat;
  csv: { table: Table; mapping: CsvMapping } | null;
  /** True while the file leaves a question open. */
  isUnanswered: boolean;
  onDone: (importId: string) => void;
};

/** Renders a statement's account picker, a preview of the result, and a button that posts the import. */
export function ImportStatement(props: ImportStatementProps) {
  const { statement, accounts, today, fileName, format, csv, isUnanswered, onAccount, onDone } = props;
  const draft = useMemo(() => getDraft(statement.rows), [statement]);
  const [choices, setChoices] = useState<ImportRequest>({});
  const { control, watch, setValue } = useForm<TargetFields, unknown, TargetDetails>({
    resolver: zodResolver(targetSchema),
    defaultValues: suggestedTarget(props),
    mode: 'onChange',
  });
  const [sentRows, setSentRows] = useState(0);
  const [keptCurrency, setKeptCurrency] = useState<string | null>(null);
  const fields = watch();
  function openAccount() {
    setValue('accountId', NEW_ACCOUNT, { shouldValidate: true });
    onAccount(NEW_ACCOUNT);
  }
  const target = getTarget(fields);
  const account = accounts.find(({ id }) => id === fields.accountId);
  const currency = account?.currency ?? fields.currency;
  const isForeign = statement.currency !== null && statement.currency !== currency;
  const mustChoose = isForeign && keptCurrency !== currency;
  const takeIn = useMutation(importMutations.takeIn);
  const requestId = useRequestId();
  const preview = useQuery({
    ...importQueries.preview(draft, target ?? { account_id: '' }, choices, setSentRows),
    enabled: target !== null && !takeIn.isPending && !takeIn.isSuccess,
    placeholderData: keepPreviousData,
  });
  const posted = preview.data?.posted ?? 0;
  const early = preview.data?.rows.filter(({ outcome }) => outcome === 'before').length ?? 0;
  const short = preview.data?.rows.filter(({ outcome }) => outcome === 'overdraws').length ?? 0;
  const least = useMemo(() => {
    const rows = preview.data?.rows ?? [];
    const included = rows.filter(({ outcome }) => outcome === 'posted' || outcome === 'overdraws');
    const lines = new Set(included.map(({ line }) => line));
    return leastBeginning(draft.rows.filter(({ line }) => lines.has(line)));
  }, [draft, preview.data]);
  const beginsBelow =
    target && 'new_account' in target && toMinor(target.new_account.starting_balance) < least;
  const refusal = getRefusalMessage(takeIn.error, currency) ?? getRefusalMessage(preview.error, currency);

  async function start() {
    if (!target) return;
    const request_id = requestId.for({ draft: draft.id, target, choices });
    const request = { ...target, draft, choices, file_name: fileName, format, request_id };
    try {
      const imported = await takeIn.mutateAsync(request);
      if (csv) rememberMapping(csv.table, csv.mapping);
      toast.success(`${formatCount(imported.posted, 'transaction is', 'transactions are')} imported`);
      onDone(imported.id);
    } catch {
      // Refusals appear next to the button. Other failures have already been reported.
    }
  }

  return (
    <>
      <Section title="Import to">
        <TargetChoice
          control={control}
          accounts={accounts}
          fields={fields}
          today={today}
          onAccount={onAccount}
        />
        {statement.kind === 'card' && (
          <p className="mt-3 max-w-170 text-ink-2 text-sm">
            This is a credit card statement. In your account, purchases will lower the balance, and payments
            will raise it.
          </p>
        )}
        <CurrencyNote
          fileCurrency={statement.currency}
          currency={currency}
          isKept={!mustChoose}
          onKeep={() => setKeptCurrency(currency)}
          onOpen={(opened) => {
            openAccount();
            setValue('currency', opened, { shouldValidate: true });
          }}
        />
        {early > 0 && fields.accountId !== NEW_ACCOUNT && (
          <AlertBox
            kind="info"
            fact={`${formatCount(early, 'transaction is', 'transactions are')} dated before this account opened.`}
            className="mt-4"
            action={
              <button type="button" className="text-link underline" onClick={openAccount}>
                Open account with earlier date
              </button>
            }
          >
            We'll skip them, or you can import everything to a new account.
          </AlertBox>
        )}
        {short > 0 && beginsBelow && (
          <AlertBox
            kind="info"
            fact={`${formatCount(short, 'transaction')} would overdraw this account.`}
            className="mt-4"
            action={
              <button
                type="button"
                className="text-link underline"
                onClick={() => setValue('startingBalance', plainAmount(least), { shouldValidate: true })}
              >
                Start with {formatMinor(least, currency)}
              </button>
            }
          >
            That's the lowest opening balance that works. Check your statement for the actual balance.
          </AlertBox>
        )}
      </Section>
      <Section title="Preview">
        {draft.rows.length > SLOW_ROWS && (
          <WorkProgress
            runs={preview.isFetching && target !== null}
            text={
              sentRows < draft.rows.length
                ? `Sending ${draft.rows.length.toLocaleString('en-US')} transactions`
                : `Checking ${draft.rows.length.toLocaleString('en-US')} transactions`
            }
            {...(sentRows < draft.rows.length && { share: sentRows / draft.rows.length })}
          />
        )}
        {(preview.data || (target && !refusal)) && (
          <Loaded
            from={preview}
            failure="We couldn't check the transactions."
            rows={6}
            label="Checking transactions"
          >
            {(data) => (
              <ImportPreview
                preview={data}
                statement={statement}
                isOld={preview.isPlaceholderData}
                onChoose={(line, request) =>
                  setChoices(({ [line]: _, ...others }) =>
                    request === null ? others : { ...others, [line]: request },
                  )
                }
              />
            )}
          </Loaded>
        )}
        <Problem fact="Nothing was imported." className="mt-6">
          {refusal}
        </Problem>
        {(isUnanswered || mustChoose) && (
          <p className="mt-6 text-ink-2">
            {isUnanswered
              ? 'Answer every question above to continue.'
              : 'Choose a currency above to continue.'}
          </p>
        )}
        <WorkProgress runs={takeIn.isPending} text="Posting transactions" />
        <Button
          variant="primary"
          size="lg"
          className="mt-6"
          disabled={!target || !preview.data || posted === 0 || isUnanswered || mustChoose}
          busy={takeIn.isPending || preview.isPlaceholderData}
          onClick={() => void start()}
        >
          {posted === 0 ? 'Nothing to import' : `Import ${formatCount(posted, 'transaction')}`}
        </Button>
      </Section>
    </>
  );
}

type CurrencyNoteProps = {
  /** Null if the file doesn't name a currency. */
  fileCurrency: string | null;
  currency: string;
  isKept: boolean;
  onKeep: () => void;
  onOpen: (currency: TargetFields['currency']) => void;
};

/** Renders the currency of the import. If the file has another one than the account, the customer must choose. */
function CurrencyNote({ fileCurrency, currency, isKept, onKeep, onOpen }: CurrencyNoteProps) {
  if (fileCurrency === null)
    return (
      <p className="mt-3 text-ink-2 text-sm">
        The file doesn't say which currency it's in. We'll import the amounts as {currency}.
      </p>
    );
  if (fileCurrency === currency)
    return <p className="mt-3 text-ink-2 text-sm">The file and the account are in {currency}.</p>;
  const opened = CURRENCY_CODES.find((code) => code === fileCurrency);
  return (
    <AlertBox
      kind="warning"
      fact={`The file is in ${fileCurrency}, but the account is in ${currency}.`}
      className="mt-4"
      action={
        <div className="mt-3 flex flex-wrap gap-2">
          {opened && (
            <Button size="sm" onClick={() => onOpen(opened)}>
              Open {fileCurrency} account
            </Button>
          )}
          <Button size="sm" disabled={isKept} onClick={onKeep}>
            Import as {currency}
          </Button>
        </div>
      }
    >
      {isKept
        ? `We'll import the amounts as ${currency} without converting them.`
        : `Open an account in ${fileCurrency}, choose another account, or import the amounts as ${currency} without converting them.`}
    </AlertBox>
  );
}

const CURRENCY_CODES = ['USD', 'EUR', 'GBP'] as const;
const CURRENCIES = toOptions({ USD: 'US dollar', EUR: 'Euro', GBP: 'British pound' });

type TargetFieldsProps = {
  control: Control<TargetFields, unknown, TargetDetails>;
  accounts: readonly Account[];
  fields: TargetFields;
  today: string;
  onAccount: (accountId: string) => void;
};

/** Renders the account picker, and the fields of a new account if the customer chooses one. */
function TargetChoice({ control, accounts, fields, today, onAccount }: TargetFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <SelectField
        control={control}
        name="accountId"
        label="Account"
        onChosen={onAccount}
        className="sm:col-span-2 sm:max-w-[calc(50%-0.625rem)]"
        options={[
          ...accounts.map(({ id, name, balance, currency }) => ({
            value: id,
            label: `${name} · ${formatMoney(balance, currency)}`,
          })),
          { value: NEW_ACCOUNT, label: 'New account…' },
        ]}
      />
      {fields.accountId === NEW_ACCOUNT && (
        <>
          <TextField control={control} name="name" label="Name" />
          <SelectField control={control} name="type" label="Type" options={toOptions(TYPE_LABELS)} />
          <SelectField control={control} name="currency" label="Currency" options={CURRENCIES} />
          <TextField
            control={control}
            name="beginsOn"
            label="Opening date"
            hint="The date of the first transaction, or earlier."
            type="date"
            max={today}
          />
          <AmountField
            control={control}
            name="startingBalance"
            label="Opening balance"
            currency={fields.currency}
            hint="Accounts can't go below zero, so we skip transactions that would overdraw this account."
          />
        </>
      )}
    </div>
  );
}
