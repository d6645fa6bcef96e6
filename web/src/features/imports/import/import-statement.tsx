import { toMinor } from '@engine/money/minor.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import type { Account } from '@/entities/account/queries';
import { TYPE_LABELS } from '@/entities/account/queries';
import type { Card } from '@/entities/card/queries';
import { describeContributionLimit, getRefusalMessage } from '@/entities/refusal/refusal-messages';
import type { CsvMapping } from '@/entities/statement-file/imports/csv/csv-columns';
import type { Table } from '@/entities/statement-file/imports/csv/csv-table';
import { leastBeginning } from '@/entities/statement-file/imports/least-beginning';
import type { FileFormat, Statement } from '@/entities/statement-file/imports/statement';
import { formatCount } from '@/lib/count';
import { formatMinor, formatMoney, sumAmounts } from '@/lib/money';
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
import { type ImportRequest, importQueries, type Preview } from '../queries';
import { getDraft } from './drafts';
import { ImportPreview } from './import-preview';
import { rememberMapping } from './saved-mappings';
import {
  getTarget,
  NEW_ACCOUNT,
  NEW_CARD,
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
  cards: readonly Card[];
  wantedTarget: string | null;
  /** Called when the customer chooses an account or a card. */
  onTarget: (targetId: string) => void;
  today: string;
  baseCurrency: string;
  fileName: string;
  format: FileFormat;
  csv: { table: Table; mapping: CsvMapping } | null;
  /** True while the file leaves a question open. */
  isUnanswered: boolean;
  onDone: (importId: string) => void;
};

/** Renders the choice of an account or a card for a statement, a preview of the result, and a button that posts the import. */
export function ImportStatement(props: ImportStatementProps) {
  const { statement, accounts, cards, today, fileName, format, csv, isUnanswered, onTarget, onDone } = props;
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
  const { targetId } = fields;
  const target = getTarget(fields, cards);
  const card = cards.find(({ id }) => id === targetId);
  const isCard = card !== undefined || targetId === NEW_CARD;
  const isNew = targetId === NEW_ACCOUNT || targetId === NEW_CARD;
  const place = isCard ? 'card' : 'account';
  const currency = (card ?? accounts.find(({ id }) => id === targetId))?.currency ?? fields.currency;
  function openNew() {
    const opened = isCard ? NEW_CARD : NEW_ACCOUNT;
    setValue('targetId', opened, { shouldValidate: true });
    onTarget(opened);
  }
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
  const overLimit = getOverLimit(preview.data);
  const contributions = getExcessContributions(preview.data);
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
          cards={cards}
          fields={fields}
          today={today}
          onTarget={onTarget}
        />
        <KindNote isCardFile={statement.kind === 'card'} isCard={isCard} />
        <CurrencyNote
          place={place}
          fileCurrency={statement.currency}
          currency={currency}
          isKept={!mustChoose}
          onKeep={() => setKeptCurrency(currency)}
          onOpen={(opened) => {
            openNew();
            setValue('currency', opened, { shouldValidate: true });
          }}
        />
        {early > 0 && !isNew && (
          <AlertBox
            kind="info"
            fact={`${formatCount(early, 'transaction is', 'transactions are')} dated before this ${place} opened.`}
            className="mt-4"
            action={
              <button type="button" className="text-link underline" onClick={openNew}>
                Open {place} with earlier date
              </button>
            }
          >
            We'll skip them, or you can import everything to a new {place}.
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
        {isNew && !target && (
          <p className="text-ink-2">
            {isCard
              ? "Enter the card's limit and APR above to see what will be imported."
              : 'Complete the fields above to see what will be imported.'}
          </p>
        )}
        {overLimit !== null && (
          <AlertBox
            kind="warning"
            fact={`You'd owe ${formatMoney(overLimit.owed, currency)}, which is above the card's limit.`}
            className="mt-6"
          >
            {card
              ? `The limit is ${formatMoney(overLimit.limit, currency)}. Request a higher limit, or skip some transactions.`
              : `Enter a limit of at least ${formatMoney(overLimit.owed, currency)}, or skip some transactions.`}
          </AlertBox>
        )}
        {contributions !== null && (
          <AlertBox
            kind="warning"
            fact={`These transactions contribute ${formatMoney(contributions.added, currency)} this year.`}
            className="mt-6"
          >
            {contributions.text} Skip some transactions to continue.
          </AlertBox>
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
          disabled={
            !target ||
            !preview.data ||
            posted === 0 ||
            overLimit !== null ||
            contributions !== null ||
            isUnanswered ||
            mustChoose
          }
          busy={takeIn.isPending || preview.isPlaceholderData}
          onClick={() => void start()}
        >
          {posted === 0 ? 'Nothing to import' : `Import ${formatCount(posted, 'transaction')}`}
        </Button>
      </Section>
    </>
  );
}

/** Returns the balance owed and the limit if the import would exceed the card's limit; otherwise null. */
function getOverLimit(preview: Preview | undefined): { owed: number; limit: number } | null {
  if (preview?.credit_limit === undefined) return null;
  const { credit_limit: limit, balance_before: before, balance_after: owed } = preview;
  return owed > limit && owed > before ? { owed, limit } : null;
}

/** Returns the contributions of this year and their limit if the import would exceed it; otherwise null. */
function getExcessContributions(preview: Preview | undefined): { added: number; text: string } | null {
  if (!preview?.contributions) return null;
  const { kind, limit, used, added } = preview.contributions;
  const money = (amount: number) => formatMoney(amount, preview.currency);
  const text = describeContributionLimit(kind, money(limit), money(Math.max(0, limit - used)));
  return sumAmounts([used, added]) > limit ? { added, text } : null;
}

/** Renders how the amounts of the file change the balance, if the file or the target is a card. */
function KindNote({ isCardFile, isCard }: { isCardFile: boolean; isCard: boolean }) {
  if (!isCardFile && !isCard) return null;
  return (
    <p className="mt-3 max-w-170 text-ink-2 text-sm">
      {isCard
        ? "Transactions keep their dates. They count toward your card's statement and interest from today, and earn no rewards."
        : 'This is a credit card statement. In your account, purchases will lower the balance, and payments will raise it.'}
      {isCard && !isCardFile && ' This looks like an account statement: money out becomes a purchase.'}
    </p>
  );
}

type CurrencyNoteProps = {
  /** The receiver of the transactions: an account or a card. */
  place: string;
  /** Null if the file doesn't name a currency. */
  fileCurrency: string | null;
  currency: string;
  isKept: boolean;
  onKeep: () => void;
  onOpen: (currency: TargetFields['currency']) => void;
};

/** Renders the currency of the import. If the file has another one than the account, the customer must choose. */
function CurrencyNote({ place, fileCurrency, currency, isKept, onKeep, onOpen }: CurrencyNoteProps) {
  if (fileCurrency === null)
    return (
      <p className="mt-3 text-ink-2 text-sm">
        The file doesn't say which currency it's in. We'll import the amounts as {currency}.
      </p>
    );
  if (fileCurrency === currency)
    return (
      <p className="mt-3 text-ink-2 text-sm">
        The file and the {place} are in {currency}.
      </p>
    );
  const opened = CURRENCY_CODES.find((code) => code === fileCurrency);
  return (
    <AlertBox
      kind="warning"
      fact={`The file is in ${fileCurrency}, but the ${place} is in ${currency}.`}
      className="mt-4"
      action={
        <div className="mt-3 flex flex-wrap gap-2">
          {opened && (
            <Button size="sm" onClick={() => onOpen(opened)}>
              Open {fileCurrency} {place}
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
        : `Open ${place === 'card' ? 'a' : 'an'} ${place} in ${fileCurrency}, choose another ${place}, or import the amounts as ${currency} without converting them.`}
    </AlertBox>
  );
}

const CURRENCY_CODES = ['USD', 'EUR', 'GBP'] as const;
const CURRENCIES = toOptions({ USD: 'US dollar', EUR: 'Euro', GBP: 'British pound' });

type TargetFieldsProps = {
  control: Control<TargetFields, unknown, TargetDetails>;
  accounts: readonly Account[];
  cards: readonly Card[];
  fields: TargetFields;
  today: string;
  onTarget: (targetId: string) => void;
};

/** Renders the choice of an account or a card, and the fields of a new one. */
function TargetChoice({ control, accounts, cards, fields, today, onTarget }: TargetFieldsProps) {
  const isNewCard = fields.targetId === NEW_CARD;
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <SelectField
        control={control}
        name="targetId"
        label="Account or card"
        onChosen={onTarget}
        className="sm:col-span-2 sm:max-w-[calc(50%-0.625rem)]"
        options={[
          ...accounts.map(({ id, name, balance, currency }) => ({
            value: id,
            label: `${name} · ${formatMoney(balance, currency)}`,
          })),
          ...cards.map(({ id, name, balance, currency }) => ({
            value: id,
            label: `${name} · ${formatMoney(balance, currency)} owed`,
          })),
          { value: NEW_ACCOUNT, label: 'New account…' },
          { value: NEW_CARD, label: 'New card…' },
        ]}
      />
      {(fields.targetId === NEW_ACCOUNT || isNewCard) && (
        <>
          <TextField control={control} name="name" label="Name" />
          {isNewCard ? (
            <>
              <AmountField
                control={control}
                name="creditLimit"
                label="Credit limit"
                currency={fields.currency}
                hint="From your card statement."
              />
              <TextField
                control={control}
                name="apr"
                label="APR (%)"
                inputMode="decimal"
                hint="The APR for purchases."
              />
            </>
          ) : (
            <SelectField control={control} name="type" label="Type" options={toOptions(TYPE_LABELS)} />
          )}
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
            label={isNewCard ? 'Balance owed before' : 'Opening balance'}
            currency={fields.currency}
            hint={
              isNewCard
                ? 'What you owed before the first transaction.'
                : "Accounts can't go below zero, so we skip transactions that would overdraw this account."
            }
          />
        </>
      )}
    </div>
  );
}
