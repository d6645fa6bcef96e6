-- What stands on the bank's documents: read from the books, up to the entry that was the newest when they were issued.
create function bank.postings_to(ledger uuid, entries_to bigint)
returns table (entry_id bigint, at timestamptz, value_at timestamptz, kind text, words text, amount numeric, currency text)
language sql stable as $$
  select e.id, e.at, e.value_at, e.kind, coalesce(e.merchant, e.description, initcap(replace(e.kind, '_', ' '))), p.amount, p.currency
  from bank.postings p join bank.entries e on e.id = p.entry_id
  where p.ledger_id = ledger and e.id <= postings_to.entries_to
$$;
comment on function bank.postings_to(uuid, bigint) is 'Returns the postings of a ledger account up to an entry, each with its business day (`value_at`).';

create function bank.earlier_entries_to(ledger uuid, issued bank.issued_documents) returns bigint language sql stable as $$
  select max(i.entries_to) from public.documents d join bank.issued_documents i on i.document_id = d.id
  where d.kind = 'statement' and d.about = ledger and i.to_at <= issued.from_at
$$;
comment on function bank.earlier_entries_to(uuid, bank.issued_documents) is
  'Returns the last entry that the statements before this one could contain; null for the first statement of an account.';

create function bank.statement_lines(ledger uuid, issued bank.issued_documents, earlier_entries_to bigint) returns jsonb language sql stable as $$
  -- A row that was entered with a date of a closed period is on the first statement after it was posted.
  select coalesce(jsonb_agg(jsonb_build_object('day', (c.value_at at time zone (issued.terms ->> 'zone'))::date,
    'posted', (c.at at time zone (issued.terms ->> 'zone'))::date, 'kind', c.kind, 'words', c.words, 'amount', c.amount)
    order by c.value_at, c.entry_id), '[]')
  from bank.postings_to(ledger, issued.entries_to) c
  where c.value_at < issued.to_at and (c.value_at >= issued.from_at or c.entry_id > statement_lines.earlier_entries_to)
$$;
comment on function bank.statement_lines(uuid, bank.issued_documents, bigint) is
  'Returns the transactions of a statement in the order of their business days, in the time zone the customer had then.';

create function bank.statement_facts(ledger uuid, issued bank.issued_documents) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'opening', coalesce(sum(c.amount) filter (where c.value_at < issued.from_at and (c.entry_id > earlier.entries_to) is not true), 0),
    'closing', coalesce(sum(c.amount) filter (where c.value_at < issued.to_at), 0),
    'lines', (select bank.statement_lines(ledger, issued, earlier.entries_to)))
  from (select bank.earlier_entries_to(ledger, issued) as entries_to) as earlier
    left join bank.postings_to(ledger, issued.entries_to) c on true
  group by earlier.entries_to
$$;
comment on function bank.statement_facts(uuid, bank.issued_documents) is 'A statement of an account: opening balance, transactions, closing balance.';

create function bank.tax_facts(household uuid, issued bank.issued_documents) returns jsonb language sql stable as $$
  with interest as (
    select l.product, l.name, p.currency, sum(p.amount) as amount, count(*) as postings, l.created_at
    from bank.entries e join bank.postings p on p.entry_id = e.id join bank.ledger_accounts l on l.id = p.ledger_id
    where e.household_id = household and e.kind = 'interest' and e.id <= issued.entries_to and l.household_id = household
      and e.value_at >= issued.from_at and e.value_at < issued.to_at
    group by l.id, l.product, l.name, p.currency, l.created_at
  )
  select jsonb_build_object(
    'earned', (select coalesce(jsonb_agg(jsonb_build_object('product', i.product, 'name', i.name, 'currency', i.currency, 'amount', i.amount,
      'postings', i.postings) order by i.created_at, i.name), '[]') from interest i where i.amount > 0),
    'paid', (select coalesce(jsonb_agg(jsonb_build_object('product', i.product, 'name', i.name, 'currency', i.currency, 'amount', -i.amount,
      'postings', i.postings) order by i.created_at, i.name), '[]') from interest i where i.amount < 0))
$$;
comment on function bank.tax_facts(uuid, bank.issued_documents) is 'The interest of a year, product by product: earned and paid.';

create function bank.receipt_facts(household uuid, issued bank.issued_documents) returns jsonb language sql stable as $$
  select jsonb_build_object('day', bank.day_of(household, (issued.terms ->> 'at')::timestamptz),
    'time', to_char((issued.terms ->> 'at')::timestamptz at time zone (issued.terms ->> 'zone'), 'HH24:MI'),
    'sides', (select jsonb_agg(jsonb_build_object('name', case when l.product = 'system' then l.name else coalesce(l.name, '') end,
      'bank', l.product = 'system', 'amount', p.amount, 'currency', p.currency) order by p.amount, l.name)
      from bank.postings p join bank.ledger_accounts l on l.id = p.ledger_id where p.entry_id = (issued.terms ->> 'entry')::bigint))
$$;
comment on function bank.receipt_facts(uuid, bank.issued_documents) is 'The two or more sides of one movement.';

create function public.document_facts(customer_id uuid, document_id uuid) returns jsonb language plpgsql stable
security definer -- reads what the bank keeps of its documents, for the function that makes them
set search_path = '' as $$
declare
  document public.documents;
  issued bank.issued_documents;
begin
  select * into document from public.documents d
    where d.id = document_facts.document_id and d.user_id = document_facts.customer_id and d.kind <> 'upload';
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such document of yours.';
  end if;
  select * into issued from bank.issued_documents i where i.document_id = document.id;
  return jsonb_build_object('kind', document.kind, 'path', document.path, 'size', document.size, 'sha256', document.sha256,
    'period_from', document.period_from, 'period_to', document.period_to, 'issued_at', document.issued_at, 'terms', issued.terms - '{entry,ledger}'::text[],
    'facts', case when document.sha256 is not null then null else case document.kind
      when 'statement' then bank.statement_facts(document.about, issued)
      when 'card_statement' then jsonb_build_object('lines', bank.statement_lines(document.about, issued, null))
      when 'tax_summary' then bank.tax_facts(document.user_id, issued)
      when 'receipt' then bank.receipt_facts(document.user_id, issued) end end);
end
$$;
comment on function public.document_facts(uuid, uuid) is
  'What a document of the bank says, and where its file is kept once it has been made. For the server''s functions. Refuses: NTFND.';
grant execute on function public.document_facts(uuid, uuid) to service_role;

create function public.keep_issued_file(customer_id uuid, document_id uuid, size bigint, sha256 text) returns public.documents
language plpgsql volatile
security definer -- nobody writes documents but the bank's functions
set search_path = '' as $$
declare
  document public.documents;
begin
  -- Once: the first bytes are the document.
  update public.documents d set size = keep_issued_file.size, sha256 = keep_issued_file.sha256
    where d.id = keep_issued_file.document_id and d.user_id = customer_id and d.kind <> 'upload' and d.sha256 is null;
  select * into document from public.documents d
    where d.id = keep_issued_file.document_id and d.user_id = customer_id and d.kind <> 'upload';
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such document of yours.';
  end if;
  return document;
end
$$;
comment on function public.keep_issued_file(uuid, uuid, bigint, text) is
  'Notes size and hash of the file that was made of a document, the first time; returns the document. For the server''s functions. Refuses: NTFND.';
grant execute on function public.keep_issued_file(uuid, uuid, bigint, text) to service_role;
