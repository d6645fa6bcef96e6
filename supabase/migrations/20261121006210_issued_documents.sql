-- What the bank issues. A document is listed as soon as anybody looks after its period has closed, with what it must
-- never forget: the terms of that moment and the newest entry it may count. Nothing of it is made while time passes, so
-- a leap through years costs nothing; the bytes are made when they are first asked for, and stay.
create unique index documents_issued_key on public.documents (user_id, kind, about, period_to) nulls not distinct where kind <> 'upload';

create table bank.issued_documents (
  document_id uuid primary key references public.documents on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  entries_to bigint not null,
  terms jsonb not null
);
comment on table bank.issued_documents is 'What a document of the bank says, as of the moment it was issued.';
comment on column bank.issued_documents.from_at is 'The instant at which its period begins: where the one before it ended.';
comment on column bank.issued_documents.entries_to is 'The newest entry of the household then: what was written later, with whatever date, is not in it.';
comment on column bank.issued_documents.terms is 'Names, numbers and rates as they were then; they may change, the document does not.';
alter table bank.issued_documents enable row level security;

create function bank.settled_to(household uuid) returns timestamptz language sql volatile as $$
  select case when k.household_id is null or k.due_at is null then bank.now_for(household)
    else least(bank.now_for(household), greatest(k.lived_to, k.due_at + c.clock_offset)) end
  from public.customers c left join bank.clocks k on k.household_id = c.id where c.id = household
$$;
comment on function bank.settled_to(uuid) is 'The simulated instant until which everything of a household has been posted: what is due by itself comes with the engine''s next visit.';

create function bank.holder_name(household uuid) returns text language sql stable as $$
  select coalesce((select c.display_name from public.customers c where c.id = household),
    (select u.email::text from auth.users u where u.id = household), 'Account holder')
$$;
comment on function bank.holder_name(uuid) is 'How a customer is addressed on a document.';

create function bank.issue(household uuid, kind text, name text, about uuid, about_kind text, about_name text, period_from date, period_to date,
  from_at timestamptz, to_at timestamptz, terms jsonb) returns uuid language plpgsql volatile as $$
#variable_conflict use_column
declare
  new_id uuid := gen_random_uuid();
begin
  insert into public.documents (id, user_id, kind, name, path, about, about_kind, about_name, period_from, period_to, issued_at)
    values (new_id, household, issue.kind, left(regexp_replace(issue.name, '[/\\]', '-', 'g'), 116) || '.pdf', household || '/' || new_id, issue.about, issue.about_kind,
      issue.about_name, issue.period_from, issue.period_to, issue.to_at)
    on conflict (user_id, kind, about, period_to) where kind <> 'upload' do nothing;
  if not found then
    return null;
  end if;
  insert into bank.issued_documents (document_id, from_at, to_at, entries_to, terms)
    values (new_id, issue.from_at, issue.to_at,
      coalesce((select max(e.id) from bank.entries e where e.household_id = household), 0),
      issue.terms || jsonb_build_object('holder', bank.holder_name(household),
        'zone', coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC')));
  return new_id;
end
$$;
comment on function bank.issue(uuid, text, text, uuid, text, text, date, date, timestamptz, timestamptz, jsonb) is
  'Lists one document of the bank, once. Returns its id, or null when it had been issued before.';

create function bank.statement_months(household uuid, zone text, settled timestamptz)
returns table (ledger_id uuid, name text, currency text, terms jsonb, period_from date, period_to date, from_at timestamptz, to_at timestamptz)
language sql stable as $$
  with pages as (
    select l.id, l.name, coalesce(a.currency, l.currency) as currency, last.to_at as last_to, l.closed_at,
      coalesce(last.to_at, a.created_at, l.created_at) as from_at,
      jsonb_strip_nulls(jsonb_build_object('number', a.account_number, 'type', a.type)) as terms
    from bank.ledger_accounts l left join public.accounts a on a.id = l.id
      left join lateral (
        -- A month ends where the customer's day ended then; the next begins there, also when they have moved since.
        select max(i.to_at) as to_at from public.documents d join bank.issued_documents i on i.document_id = d.id
        where d.about = l.id and d.user_id = household and d.kind = 'statement') last on true
    where l.household_id = household and l.product = 'account'
  ), months as (
    select p.*, m.month::date as month, (m.month + interval '1 month') at time zone zone as ends_at, m.ordinal
    from pages p, generate_series(
      date_trunc('month', (p.from_at at time zone zone) + case when p.last_to is null then interval '0' else interval '1 day' end),
      date_trunc('month', settled at time zone zone), interval '1 month') with ordinality as m (month, ordinal)
  )
  select m.id, m.name, m.currency, m.terms,
    case when m.last_to is null and m.ordinal = 1 then (m.from_at at time zone zone)::date else m.month end,
    (m.month + interval '1 month - 1 day')::date,
    case when m.ordinal = 1 then m.from_at else m.month::timestamp at time zone zone end, m.ends_at
  from months m
  where m.ends_at <= settled and (m.closed_at is null or m.closed_at >= m.month::timestamp at time zone zone)
$$;
comment on function bank.statement_months(uuid, text, timestamptz) is 'The months of a household''s accounts that have closed and have no statement yet.';

create function bank.issue_statements(household uuid, zone text, settled timestamptz) returns void language sql volatile as $$
  select bank.issue(household, 'statement', m.name || ' statement ' || to_char(m.period_to, 'YYYY-MM'), m.ledger_id, 'account', m.name,
    m.period_from, m.period_to, m.from_at, m.to_at, m.terms || jsonb_build_object('name', m.name, 'currency', m.currency))
  from bank.statement_months(household, zone, settled) m order by m.period_to, m.ledger_id;
  select bank.issue(household, 'card_statement', c.name || ' statement ' || to_char(s.to_date, 'YYYY-MM'), c.id, 'card', c.name, s.from_date, s.to_date,
    s.from_date::timestamp at time zone zone, (s.to_date + 1)::timestamp at time zone zone,
    to_jsonb(s) - '{id,user_id,card_id}'::text[] || jsonb_build_object('name', c.name, 'currency', c.currency, 'number', c.card_number,
      'apr', c.apr, 'credit_limit', c.credit_limit))
  from public.card_statements s join public.credit_cards c on c.id = s.card_id
  where s.user_id = household and not exists (select from public.documents d
    where d.user_id = household and d.kind = 'card_statement' and d.about = s.card_id and d.period_to = s.to_date)
  order by s.to_date, c.id;
$$;
comment on function bank.issue_statements(uuid, text, timestamptz) is 'Lists the statements of accounts and cards whose periods have closed.';

create function bank.issue_agreements(household uuid) returns void language sql volatile as $$
  with taken as (
    select l.id, 'loan' as product, l.name, l.created_at, l.start_date, jsonb_build_object('amount', l.amount, 'rate', l.interest_rate,
      'months', l.term, 'payment', l.monthly_payment, 'start_date', l.start_date, 'name', l.name, 'currency', l.currency, 'product', 'loan') as terms
    from public.loans l where l.user_id = household
    union all
    select m.id, 'mortgage', m.name, m.created_at, m.start_date, jsonb_build_object('amount', m.loan_amount, 'rate', m.interest_rate,
      'months', m.term * 12, 'payment', m.monthly_payment, 'start_date', m.start_date, 'name', m.name, 'currency', m.currency, 'product', 'mortgage',
      'property_value', m.property_value, 'down_payment', m.down_payment, 'rate_type', m.rate_type, 'rate_margin', m.rate_margin)
    from public.mortgages m where m.user_id = household
  )
  select bank.issue(household, paper.kind, t.name || ' ' || paper.words, t.id, t.product, t.name, t.start_date, t.start_date, t.created_at, t.created_at, t.terms)
  from taken t, (values ('agreement', 'agreement'), ('schedule', 'amortization schedule')) as paper (kind, words)
  where not exists (select from public.documents d where d.user_id = household and d.kind = paper.kind and d.about = t.id)
  order by t.created_at, t.id, paper.kind;
$$;
comment on function bank.issue_agreements(uuid) is 'Lists the agreement and the schedule of each loan and mortgage, with the terms on which it was taken.';

create function bank.issue_debt_papers() returns trigger language plpgsql
security definer -- writes what the bank issues
set search_path = '' as $$
begin
  perform bank.issue_agreements(new.user_id);
  return null;
end
$$;
comment on function bank.issue_debt_papers() is 'The papers of a debt hold the terms of its first day, before any of them can change.';
create trigger issue_debt_papers after insert on public.loans for each row execute function bank.issue_debt_papers();
create trigger issue_debt_papers after insert on public.mortgages for each row execute function bank.issue_debt_papers();

create function bank.issue_tax_summaries(household uuid, zone text, settled timestamptz) returns void language sql volatile as $$
  select bank.issue(household, 'tax_summary', 'Interest summary ' || y.year, null, null, null, make_date(y.year, 1, 1), make_date(y.year, 12, 31),
    make_date(y.year, 1, 1)::timestamp at time zone zone, make_date(y.year + 1, 1, 1)::timestamp at time zone zone, jsonb_build_object('year', y.year))
  from (select min(e.value_at) as at from bank.entries e where e.household_id = household) as first,
    generate_series(extract(year from first.at at time zone zone)::int, extract(year from settled at time zone zone)::int - 1) as y (year)
  where not exists (select from public.documents d where d.user_id = household and d.kind = 'tax_summary' and d.period_from = make_date(y.year, 1, 1))
  order by y.year;
$$;
comment on function bank.issue_tax_summaries(uuid, text, timestamptz) is 'Lists the interest summary of each year that has closed.';

create function public.my_documents() returns setof public.documents language plpgsql volatile
security definer -- lists what the bank has issued since
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text;
  settled timestamptz;
begin
  -- One at a time: two lists at once would issue each paper twice, and one of them in vain.
  perform pg_advisory_xact_lock(hashtextextended(household::text, 6200));
  select c.time_zone into zone from public.customers c where c.id = household;
  if found then
    settled := bank.settled_to(household);
    perform bank.issue_agreements(household);
    perform bank.issue_statements(household, zone, settled);
    perform bank.issue_tax_summaries(household, zone, settled);
  end if;
  return query select d.* from public.documents d where d.user_id = household order by coalesce(d.period_to, d.created_at::date) desc, d.created_at desc, d.id;
end
$$;
comment on function public.my_documents() is
  'The caller''s documents, the latest first, those among them that the bank has issued since somebody last looked. What is in the bin has deleted_at.';
grant execute on function public.my_documents() to authenticated;

create function public.see_document(document_id uuid) returns void language plpgsql volatile
security definer -- the bank's own documents are nobody's to write
set search_path = '' as $$
begin
  update public.documents d set seen_at = coalesce(d.seen_at, clock_timestamp())
    where d.id = see_document.document_id and d.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such document of yours.';
  end if;
end
$$;
comment on function public.see_document(uuid) is 'Notes that the caller has opened one of their documents: it is no longer new. Refuses: NTFND.';
grant execute on function public.see_document(uuid) to authenticated;

create function bank.entry_in(row_id text) returns bigint language sql immutable as $$
  select case when row_id ~ '^[0-9a-f-]{36}:[0-9]{1,18}$' then split_part(row_id, ':', 2)::bigint end
$$;
comment on function bank.entry_in(text) is 'The entry in the name of a row, `<ledger>:<entry>`; null for the name of a transaction.';

create function bank.day_of(household uuid, at timestamptz) returns date language sql stable as $$
  select (at at time zone coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC'))::date
$$;
comment on function bank.day_of(uuid, timestamptz) is 'Which day it was for this customer.';

create function public.issue_receipt(row_id text) returns public.documents language plpgsql volatile
security definer -- writes what the bank issues
set search_path = '' as $$
declare
  household uuid := bank.caller();
  posting record;
  paper uuid;
  receipt public.documents;
begin
  select e.id, e.value_at as at, e.kind, p.ledger_id, p.amount, p.currency, l.name, coalesce(t.merchant, e.merchant, t.description, e.description, e.kind) as words, t.id as shown
    into posting
    from bank.entries e join bank.postings p on p.entry_id = e.id join bank.ledger_accounts l on l.id = p.ledger_id
      left join public.transactions t on t.entry_id = e.id and t.account_id = p.ledger_id
    where e.household_id = household and l.household_id = household
      and e.id = coalesce((select t.entry_id from public.transactions t where t.id::text = row_id and t.user_id = household), bank.entry_in(row_id))
      and (t.id::text = row_id or p.ledger_id::text = split_part(row_id, ':', 1));
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such transaction of yours.';
  end if;
  paper := coalesce(posting.shown, md5(row_id)::uuid);
  perform bank.issue(household, 'receipt', 'Receipt ' || posting.words || ' ' || bank.day_of(household, posting.at), paper, 'transaction', posting.words,
    bank.day_of(household, posting.at), bank.day_of(household, posting.at), posting.at, posting.at,
    jsonb_build_object('entry', posting.id, 'ledger', posting.ledger_id, 'amount', posting.amount, 'currency', posting.currency, 'words', posting.words,
      'name', posting.name, 'at', posting.at, 'entry_kind', posting.kind));
  select * into receipt from public.documents d where d.user_id = household and d.kind = 'receipt' and d.about = paper;
  return receipt;
end
$$;
comment on function public.issue_receipt(text) is
  'The receipt of one of the caller''s movements, named as in the view `spending`: by transaction, or by card and entry. Refuses: NTFND.';
grant execute on function public.issue_receipt(text) to authenticated;
