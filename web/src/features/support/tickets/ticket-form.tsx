import { findArticles, findBestArticle } from '@assistant/finding.ts';
import type { TransactionConditions } from '@engine/search/meaning.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { transactionQueries } from '@/entities/transaction/queries';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { LabeledSelect } from '@/ui/forms/labeled';
import { SelectField } from '@/ui/forms/select-field';
import { TextAreaField, TextField } from '@/ui/forms/text-field';
import { BackLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { ArticleList } from '../help/article-list';
import { supportMutations } from '../mutations';
import { supportQueries } from '../queries';
import { type TicketFile, TicketFiles } from './ticket-files';
import { ticketSchema } from './ticket-schema';
import { TOPICS } from './ticket-text';

const MOST_SUGGESTED = 3;

/** Renders the form for a new ticket, with suggested articles while the customer types. */
export function TicketForm() {
  const [search] = useSearchParams();
  const requested = search.get('about') ?? '';
  const navigate = useNavigate();
  const isOnline = useOnline();
  const [files, setFiles] = useState<readonly TicketFile[]>([]);
  const { send, isPending } = useIdempotentMutation(supportMutations.ask);
  const { register, control, submit, watch, formState } = useBankForm({
    schema: ticketSchema,
    defaults: { subject: '', message: '', topic: requested ? 'transaction' : 'other', about: requested },
    currency: 'USD',
    fieldByCode: { NTFND: 'about', BADTY: 'topic' },
    refusedField: 'message',
    onSubmit: async ({ about, ...details }) => {
      const { id } = await send({
        ...details,
        about: about || null,
        document_ids: files.map((file) => file.id),
        article: findBestArticle(details.subject, details.message)?.slug ?? null,
      });
      toast.success('Question sent');
      await navigate(`/support/tickets/${id}`, { replace: true });
    },
  });
  const [subject, message] = watch(['subject', 'message']);
  return (
    <Page title="Ask a question" above={<BackLink to="/support">Customer support</BackLink>}>
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]"
      >
        <div className="flex flex-col gap-5">
          <TextField
            control={control}
            name="subject"
            label="Subject"
            placeholder="Why is there a fee on my card?"
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField control={control} name="topic" label="Topic" options={TOPICS} />
            <AboutField asked={requested} error={formState.errors.about?.message} {...register('about')} />
          </div>
          <TextAreaField control={control} name="message" label="Your question" rows={7} />
        </div>
        <Suggestions query={`${subject} ${subject} ${message}`} />
        <div className="flex flex-col gap-5">
          <TicketFiles files={files} onFiles={setFiles} />
          <p className="text-ink-2 text-sm">
            Our team sees what you write and attach. Don't share real personal information.
          </p>
          {!isOnline && (
            <p role="status" className="text-ink-2">
              You're offline. Your message is saved. Send it when you reconnect.
            </p>
          )}
          <Button type="submit" variant="primary" size="lg" busy={isPending} disabled={!isOnline}>
            Send question
          </Button>
        </div>
      </form>
    </Page>
  );
}

/** Renders articles that match the text of the ticket while the customer types. */
function Suggestions({ query }: { query: string }) {
  const settled = useDeferredValue(query.slice(0, 600));
  const matches = settled.trim().length > 2 ? findArticles(settled).slice(0, MOST_SUGGESTED) : [];
  return (
    <aside aria-label="Suggested articles" className="lg:row-span-2">
      <h2 className="mb-1 text-lg">Suggested articles</h2>
      {matches.length > 0 ? (
        <ArticleList label="Suggested articles" articles={matches} />
      ) : (
        <p className="text-ink-2">Suggested articles appear here as you type.</p>
      )}
    </aside>
  );
}

const LATEST_ROWS = 40;
const EVERY_ROW: TransactionConditions = { conditions: [], sort: 'date' };

type Choice = { id: string; name: string };

/** Renders the optional field that selects the product or transaction in question. */
function AboutField({
  asked,
  error,
  ...select
}: {
  /** The product or transaction in the URL, which might no longer be available. */
  asked: string;
  error: string | undefined;
} & ComponentProps<'select'>) {
  const groups = useChoices();
  const isOffered = groups.some(({ choices }) => choices.some(({ id }) => id === asked));
  return (
    <LabeledSelect label="Related account or transaction" note="optional" error={error} {...select}>
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
    </LabeledSelect>
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
