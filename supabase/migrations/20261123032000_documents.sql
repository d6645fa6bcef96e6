set check_function_bodies = off;

-- Documents: customer uploads, and documents that the bank issues. Files are in a private bucket, one per
-- row. Customers can read their own files. Only the bank's server functions write files, because they check
-- the content first.
create table public.document_folders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default clock_timestamp()
);
create unique index document_folders_user_id_name_key on public.document_folders (user_id, lower(name));
comment on table public.document_folders is 'Folders for uploaded documents.';
comment on column public.document_folders.created_at is 'Real time, as for all files.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  folder_id uuid references public.document_folders on delete set null,
  kind text not null
    check (kind in ('upload', 'statement', 'card_statement', 'agreement', 'schedule', 'tax_summary',
      'receipt', 'pay_stub', 'w2', 'form_1099_int', 'form_1099_div', 'form_1099_b', 'form_1099_r',
      'form_1099_sa', 'form_1099_g', 'form_1098', 'tax_return', 'escrow_statement', 'line_statement')),
  name text not null check (char_length(name) between 1 and 120),
  mime_type text not null default 'application/pdf',
  size bigint check (size > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  path text not null unique,
  about uuid,
  about_kind text check (about_kind in ('account', 'card', 'loan', 'mortgage', 'transaction', 'pay_stub',
    'employer', 'tax_return')),
  about_name text,
  period_from date,
  period_to date,
  issued_at timestamptz,
  seen_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  constraint documents_kept_check check (kind <> 'upload' or (size is not null and sha256 is not null)),
  constraint documents_issued_check check ((kind = 'upload') = (issued_at is null))
);
create index documents_user_id_idx on public.documents (user_id, created_at desc);
create index documents_folder_id_idx on public.documents (folder_id) where folder_id is not null;
create index documents_about_idx on public.documents (about, period_to) where about is not null;
create index documents_deleted_at_idx on public.documents (deleted_at) where deleted_at is not null;
comment on table public.documents is 'Customer uploads and issued documents. An issued document never '
  'changes; its file is rendered on the first request.';
comment on column public.documents.kind is
  'upload, or an issued kind: statement, card_statement, agreement, schedule, tax_summary, receipt, '
  'pay_stub, w2, form_1099_int, form_1099_div, form_1099_b, form_1099_r, form_1099_sa, form_1099_g, '
  'form_1098, tax_return, escrow_statement, line_statement.';
comment on column public.documents.mime_type is 'Detected from the content, not from the claimed type.';
comment on column public.documents.size is 'The size in bytes; null until the file is rendered.';
comment on column public.documents.sha256 is
  'The file''s hash in hexadecimal; null until the file is rendered.';
comment on column public.documents.path is
  'The path in the bucket `documents`: the customer id, a slash, and the document id.';
comment on column public.documents.about is 'The subject: an account, card, loan, mortgage, or transaction. '
  'Not a foreign key: a statement outlives its account.';
comment on column public.documents.about_name is 'The subject''s name at the time of issue.';
comment on column public.documents.period_from is 'The first day of the period, on the simulated calendar.';
comment on column public.documents.issued_at is 'The simulated instant of issue; null for uploads.';
comment on column public.documents.seen_at is
  'The real time when the customer first opened the document; null while it is new.';
comment on column public.documents.created_at is 'Real time, not simulated time.';
comment on column public.documents.deleted_at is
  'Real time. The document is purged 30 days later. Only uploads can be deleted.';

call bank.restrict_to_owner('public.document_folders', 'select', 'insert', 'update', 'delete');
grant select, insert (id, name), update (name), delete on public.document_folders to authenticated,
  service_role;

call bank.restrict_to_owner('public.documents', 'select');
create policy "customers file, rename and delete what they uploaded" on public.documents for update
  to authenticated
  using (user_id = (select auth.uid()) and kind = 'upload')
  with check (user_id = (select auth.uid()) and kind = 'upload'
    and (folder_id is null or exists (select from public.document_folders f where f.id = folder_id)));
create policy "customers empty their own bin" on public.documents for delete to authenticated
  using (user_id = (select auth.uid()) and kind = 'upload' and deleted_at is not null);
grant select, update (name, folder_id, deleted_at), delete on public.documents to authenticated;
grant select on public.documents to service_role;

create function bank.clean_file_name(name text) returns text language plpgsql immutable as $$
declare
  clean text := btrim(normalize(name, nfc));
begin
  -- Names must not contain control characters, direction marks, or path separators.
  perform bank.refuse_if(clean is null or clean = ''
    or clean ~ '[\x01-\x1f\x7f-\x9f/\\<>:"|?*\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]'
    or clean ~ '^\.' or char_length(clean) > 80,
    'BADNM', 'Enter a file name of 1 to 80 characters with no slashes or control characters.',
    jsonb_build_object('length', coalesce(char_length(clean), 0), 'longest', 80));
  return clean;
end $$;
comment on function bank.clean_file_name is 'Returns a cleaned file name, or refuses it (BADNM).';

create function bank.check_document() returns trigger language plpgsql
security definer -- because it calls private functions on behalf of the caller
set search_path = '' as $$
declare
  ending text := substring(old.name from '\.[^.]+$');
begin
  if new.name <> old.name then
    -- Renaming a file doesn't change its type.
    if lower(right(new.name, length(ending))) is distinct from lower(ending) then
      new.name := new.name || ending;
    end if;
    new.name := bank.clean_file_name(new.name);
  end if;
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, clock_timestamp());
  end if;
  return new;
end $$;
comment on function bank.check_document is
  'Cleans names and keeps the extension. Only the bank sets the deletion time. Refuses: BADNM.';

create trigger check_document before update of name, deleted_at on public.documents
  for each row execute function bank.check_document();

-- Refuses invalid names with a readable message, before the unique index rejects a duplicate.
create function bank.check_folder() returns trigger language plpgsql
security definer -- because it calls private functions on behalf of the caller
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  perform bank.refuse_if(exists (select from public.document_folders f where f.user_id = new.user_id
    and lower(f.name) = lower(new.name) and f.id <> new.id),
    'BADNM', 'You already have a folder with this name.', '{}');
  if tg_op = 'INSERT' then perform bank.ensure_customer(new.user_id); end if;
  return new;
end $$;
comment on function bank.check_folder is 'Refuses invalid or duplicate folder names (BADNM).';

create trigger check_folder before insert or update of name on public.document_folders
  for each row execute function bank.check_folder();

-- Deletes the file together with its row, including when the customer is deleted.
create function bank.remove_document_file() returns trigger language plpgsql
security definer -- because it deletes files, which no API role can delete
set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'documents' and o.name = old.path;
  delete from public.transaction_attachments a where a.user_id = old.user_id and a.document_id = old.id;
  return null;
end $$;
comment on function bank.remove_document_file is
  'Deletes the file of a permanently deleted document, and its attachments.';

create trigger remove_document_file after delete on public.documents
  for each row execute function bank.remove_document_file();

-- A restored household has a different history, so documents issued for the previous history are withdrawn.
create function bank.withdraw_issued_documents() returns trigger language plpgsql
security definer -- because it deletes issued documents
set search_path = '' as $$
begin
  delete from public.documents d where d.user_id = new.id and d.kind <> 'upload';
  return null;
end $$;
comment on function bank.withdraw_issued_documents is
  'Withdraws documents of replaced generations. The restored household''s documents are issued again.';

create trigger withdraw_issued_documents after update of generation on public.customers
  for each row when (new.generation <> old.generation) execute function bank.withdraw_issued_documents();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('documents', 'documents', false, 10485760,
    array['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic',
      'image/avif', 'text/plain', 'text/csv'])
  on conflict (id) do nothing;

-- There is no policy to insert, update, or delete files. Only the bank's functions write files.
create policy "customers read the files of their own documents" on storage.objects for select to authenticated
  using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text
    and exists (select from public.documents d where d.path = objects.name
      and d.user_id = (select auth.uid())));

create function bank.stored_bytes(customer_id uuid) returns bigint language sql stable as $$
  select coalesce((select sum(d.size) from public.documents d where d.user_id = customer_id
    and d.kind = 'upload'), 0)::bigint
    + coalesce((select sum((o.metadata ->> 'size')::bigint) from storage.objects o
        where o.bucket_id = 'avatars' and o.name like customer_id || '/%'), 0)::bigint
$$;
comment on function bank.stored_bytes is
  'Returns the total size of a customer''s uploads and pictures in bytes.';

create function public.save_upload(customer_id uuid, document_id uuid, name text, mime_type text, size bigint,
  sha256 text, folder_id uuid default null) returns public.documents language plpgsql volatile
security definer -- because it writes documents, which no API role can write
set search_path = '' as $$
declare
  document public.documents;
  room bigint;
begin
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  select * into document from public.documents d where d.id = document_id and d.user_id = customer_id
    and d.sha256 = save_upload.sha256;
  if found then
    return document; -- retry after a lost response
  end if;
  perform bank.refuse_if(size not between 1 and 10485760,
    'BADFL', 'Choose a file that isn''t empty and is no larger than 10 MB.',
    jsonb_build_object('size', size, 'highest', 10485760));
  room := 209715200 - bank.stored_bytes(customer_id);
  perform bank.refuse_if(size > room,
    'NOROM', 'You''ve used all 200 MB of storage. Permanently delete files to make room.',
    jsonb_build_object('available', greatest(room, 0), 'size', size, 'highest', 209715200));
  perform bank.refuse_if(
    folder_id is not null and not exists (select from public.document_folders f where f.id = folder_id
    and f.user_id = customer_id), 'NTFND', 'We couldn''t find that folder.');
  insert into public.documents (id, user_id, folder_id, kind, name, mime_type, size, sha256, path, seen_at)
    values (document_id, customer_id, folder_id, 'upload', bank.clean_file_name(name), mime_type, size,
      sha256, customer_id || '/' || document_id, clock_timestamp())
    returning * into document;
  return document;
end $$;
comment on function public.save_upload is 'Saves an uploaded file that has been checked and stored. A '
  'repeated upload returns the same document. For server functions. Refuses: BADFL, NOROM, BADNM, NTFND.';

create function public.upload_quota() returns jsonb language sql stable
security definer -- because it calls a private function on behalf of the caller
set search_path = '' as $$
  select jsonb_build_object('used', bank.stored_bytes(bank.caller()), 'highest', 209715200,
    'largest', 10485760)
$$;
comment on function public.upload_quota is
  'Returns how many bytes the caller''s uploads and pictures use, their limit, and the limit of one upload.';

create function bank.purge_documents() returns integer language plpgsql volatile as $$
declare
  purged integer;
begin
  delete from public.documents d where d.deleted_at < clock_timestamp() - interval '30 days';
  get diagnostics purged = row_count;
  -- Deletes files that have no row, left by interrupted uploads.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'documents'
    and o.created_at < clock_timestamp() - interval '1 day'
    and not exists (select from public.documents d where d.path = o.name);
  return purged;
end $$;
comment on function bank.purge_documents is
  'Permanently deletes documents that were deleted 30 days ago, and orphaned files.';
call bank.schedule_job('purge-documents', '23 4 * * *', 'select bank.purge_documents()');

call bank.broadcast('public.document_folders', 'public.documents');

-- Issued documents. A document is issued when the customer first views the list after the document's period
-- closes. It uses the terms and the newest entry at that time. Nothing is issued while the clock advances, so
-- documents don't slow down a long fast-forward. The file is rendered on the first request and then stored.
create unique index documents_issued_key
  on public.documents (user_id, kind, about, period_to) nulls not distinct where kind <> 'upload';

create table bank.issued_documents (
  document_id uuid primary key references public.documents on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  entries_to bigint not null,
  terms jsonb not null
);
comment on table bank.issued_documents is 'The content of an issued document at the time of issue.';
comment on column bank.issued_documents.from_at is
  'The start of the document''s period, which is the end of the previous period.';
comment on column bank.issued_documents.entries_to is
  'The newest entry at the time of issue. Later entries are not included, even if they are backdated.';
comment on column bank.issued_documents.terms is
  'The names, numbers, and rates at the time of issue. Later changes don''t affect the document.';
alter table bank.issued_documents enable row level security;

create function bank.settled_to(household uuid) returns timestamptz language sql volatile as $$
  select case when k.household_id is null or k.due_at is null then bank.now_for(household)
    else least(bank.now_for(household), greatest(k.simulated_until, k.due_at + c.clock_offset)) end
  from public.customers c left join bank.clocks k on k.household_id = c.id where c.id = household
$$;
comment on function bank.settled_to is 'Returns the simulated instant up to which events are posted. Later '
  'events are posted in the next engine step.';

create function bank.issue_document(household uuid, kind text, name text, about uuid, about_kind text,
  about_name text, period_from date, period_to date, from_at timestamptz, to_at timestamptz, terms jsonb)
returns uuid language plpgsql volatile as $$
#variable_conflict use_column declare
  new_id uuid := gen_random_uuid();
begin
  insert into public.documents (id, user_id, kind, name, path, about, about_kind, about_name, period_from,
    period_to, issued_at)
    values (new_id, household, issue_document.kind,
      left(regexp_replace(issue_document.name, '[/\\]', '-', 'g'), 116)
      || '.pdf', household || '/' || new_id, issue_document.about, issue_document.about_kind,
      issue_document.about_name, issue_document.period_from, issue_document.period_to, issue_document.to_at)
    on conflict (user_id, kind, about, period_to) where kind <> 'upload' do nothing;
  if not found then return null; end if;
  insert into bank.issued_documents (document_id, from_at, to_at, entries_to, terms)
    values (new_id, issue_document.from_at, issue_document.to_at,
      coalesce((select max(e.id) from bank.entries e where e.household_id = household), 0),
      issue_document.terms || (select jsonb_build_object('zone', c.time_zone,
          'holder', coalesce(c.display_name, u.email, 'Account holder'))
        from public.customers c left join auth.users u on u.id = c.id where c.id = household));
  return new_id;
end $$;
comment on function bank.issue_document is
  'Issues a document if it hasn''t been issued yet. Returns its id, or null if it was already issued.';

create function bank.statement_months(household uuid, zone text, settled timestamptz)
returns table (ledger_id uuid, name text, currency text, terms jsonb, period_from date, period_to date,
  from_at timestamptz, to_at timestamptz) language sql stable as $$
  with pages as (
    select l.id, l.name, coalesce(a.currency, l.currency) as currency, last.to_at as last_to, l.closed_at,
      coalesce(last.to_at, a.created_at, l.created_at) as from_at,
      jsonb_strip_nulls(jsonb_build_object('number', a.account_number, 'type', a.type)) as terms
    from bank.ledger_accounts l left join public.accounts a on a.id = l.id
      left join lateral (
        -- A month ends at the end of its last day in the customer's time zone at that time. The next month
        -- starts at the same instant, even if the customer has changed time zones since then.
        select max(i.to_at) as to_at from public.documents d
          join bank.issued_documents i on i.document_id = d.id
        where d.about = l.id and d.user_id = household and d.kind = 'statement') last on true
    where l.household_id = household and l.product = 'account'
  ), months as (
    select p.*, m.month::date as month, (m.month + interval '1 month') at time zone zone as ends_at, m.ordinal
    from pages p, generate_series(
      date_trunc('month', (p.from_at at time zone zone) + case when p.last_to is null then interval '0'
        else interval '1 day' end), date_trunc('month', settled at time zone zone),
        interval '1 month') with ordinality as m (month, ordinal)
  )
  select m.id, m.name, m.currency, m.terms,
    case when m.last_to is null and m.ordinal = 1 then (m.from_at at time zone zone)::date else m.month end,
    (m.month + interval '1 month - 1 day')::date,
    case when m.ordinal = 1 then m.from_at else m.month::timestamp at time zone zone end, m.ends_at
  from months m
  where m.ends_at <= settled and (m.closed_at is null or m.closed_at >= m.month::timestamp at time zone zone)
$$;
comment on function bank.statement_months is
  'Returns the closed months of a household''s accounts that have no statement yet.';

create function bank.pending_terms(household uuid, product_id uuid, at timestamptz)
returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('pending',
    nullif(bank.pending_at(household, product_id, pending_terms.at), 0)))
$$;
comment on function bank.pending_terms is
  'Returns the pending amount for a statement that ends at an instant; empty if nothing was pending.';

create function bank.issue_statements(household uuid, zone text, settled timestamptz)
returns void language sql volatile as $$
  select bank.issue_document(household, 'statement',
    m.name || ' statement ' || to_char(m.period_to, 'YYYY-MM'), m.ledger_id, 'account', m.name, m.period_from,
    m.period_to, m.from_at, m.to_at, m.terms || jsonb_build_object('name', m.name, 'currency', m.currency)
      || bank.pending_terms(household, m.ledger_id, m.to_at))
  from bank.statement_months(household, zone, settled) m order by m.period_to, m.ledger_id;
  select bank.issue_document(household, 'card_statement',
    c.name || ' statement ' || to_char(s.to_date, 'YYYY-MM'), c.id, 'card', c.name, s.from_date, s.to_date,
    s.from_date::timestamp at time zone zone, (s.to_date + 1)::timestamp at time zone zone,
    to_jsonb(s) - '{id,user_id,card_id}'::text[]
      || jsonb_build_object('name', c.name, 'currency', c.currency, 'number', c.card_number,
      'apr', c.apr, 'credit_limit', c.credit_limit)
      || bank.pending_terms(household, c.id, (s.to_date + 1)::timestamp at time zone zone))
  from public.card_statements s join public.credit_cards c on c.id = s.card_id
  where s.user_id = household and not exists (select from public.documents d
    where d.user_id = household and d.kind = 'card_statement' and d.about = s.card_id
      and d.period_to = s.to_date)
  order by s.to_date, c.id;
$$;
comment on function bank.issue_statements is
  'Issues the statements of accounts and cards whose periods have closed.';

create function bank.charge_terms(origination_fee numeric, underwriting_fee numeric,
  points_fee numeric default null, pmi_rate numeric default null) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('origination_fee', origination_fee,
    'underwriting_fee', underwriting_fee, 'points_fee', points_fee, 'pmi_rate', pmi_rate))
$$;
comment on function bank.charge_terms is 'Returns what a loan or mortgage costs besides its interest, for '
  'its agreement. Charges that it doesn''t have are left out.';

create function bank.issue_agreements(household uuid) returns void language sql volatile as $$
  with taken as (
    select l.id, 'loan' as product, l.name, l.created_at, l.start_date,
      jsonb_build_object('amount', l.amount, 'rate', l.interest_rate, 'months', l.term,
        'payment', l.monthly_payment, 'start_date', l.start_date, 'name', l.name, 'currency', l.currency,
        'product', 'loan') || coalesce(to_jsonb(bank.line_json(l)), '{}')
        || bank.charge_terms(l.origination_fee, l.underwriting_fee) as terms
    from public.loans l where l.user_id = household
    union all
    select m.id, 'mortgage', m.name, m.created_at, m.start_date,
      jsonb_build_object('amount', m.loan_amount, 'rate', m.interest_rate, 'months', m.term * 12,
        'payment', m.monthly_payment, 'start_date', m.start_date, 'name', m.name, 'currency', m.currency,
        'product', 'mortgage', 'property_value', m.property_value, 'down_payment', m.down_payment,
        'rate_type', m.rate_type, 'rate_margin', m.rate_margin)
        || bank.charge_terms(m.origination_fee, m.underwriting_fee, m.points_fee, m.pmi_rate)
    from public.mortgages m where m.user_id = household
  )
  select bank.issue_document(household, paper.kind, t.name || ' ' || paper.text, t.id, t.product, t.name,
    t.start_date, t.start_date, t.created_at, t.created_at, t.terms)
  from taken t,
    (values ('agreement', 'agreement'), ('schedule', 'amortization schedule')) as paper (kind, text)
  where not exists (select from public.documents d where d.user_id = household and d.kind = paper.kind
    and d.about = t.id)
    -- A line of credit has no fixed schedule.
    and (paper.kind = 'agreement' or not t.terms ? 'drawMonths')
  order by t.created_at, t.id, paper.kind;
$$;
comment on function bank.issue_agreements is
  'Issues the agreement and schedule of each loan and mortgage with its original terms.';

create function bank.issue_debt_papers() returns trigger language plpgsql
security definer -- because it writes issued documents
set search_path = '' as $$
begin
  perform bank.issue_agreements(new.user_id);
  return null;
end $$;
comment on function bank.issue_debt_papers is
  'Issues a new debt''s documents before its original terms can change.';

create trigger issue_debt_papers after insert on public.loans for each row
  execute function bank.issue_debt_papers();

create trigger issue_debt_papers after insert on public.mortgages for each row
  execute function bank.issue_debt_papers();

create function bank.add_closing_terms(debt_id uuid, account public.accounts,
  property_tax numeric default null, home_insurance numeric default null) returns void
language sql volatile as $$
  update bank.issued_documents i set terms = i.terms || jsonb_strip_nulls(jsonb_build_object(
      'paid_from', account.name, 'property_tax', property_tax, 'home_insurance', home_insurance))
  from public.documents d where d.id = i.document_id and d.about = debt_id and d.kind = 'agreement'
    and account.id is not null
$$;
comment on function bank.add_closing_terms is 'Adds the account that pays the cash to close, and the bills '
  'of a year that escrow pays, to the agreement of a debt that is being opened.';

create function bank.issue_tax_summaries(household uuid, zone text, settled timestamptz)
returns void language sql volatile as $$
  select bank.issue_document(household, 'tax_summary', 'Interest summary ' || y.year, null, null, null,
    make_date(y.year, 1, 1), make_date(y.year, 12, 31), make_date(y.year, 1, 1)::timestamp at time zone zone,
    make_date(y.year + 1, 1, 1)::timestamp at time zone zone, jsonb_build_object('year', y.year))
  from (select min(e.value_at) as at from bank.entries e where e.household_id = household) as first,
    generate_series(extract(year from first.at at time zone zone)::int,
      extract(year from settled at time zone zone)::int - 1) as y (year)
  where not exists (select from public.documents d where d.user_id = household and d.kind = 'tax_summary'
    and d.period_from = make_date(y.year, 1, 1))
  order by y.year;
$$;
comment on function bank.issue_tax_summaries is 'Issues the interest summary of each closed year.';

create function public.my_documents() returns setof public.documents language plpgsql volatile
security definer -- because it lists issued documents
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text;
  settled timestamptz;
begin
  -- Serializes list requests, because two concurrent requests would issue each document twice.
  perform bank.lock_records(household, 'documents');
  select c.time_zone into zone from public.customers c where c.id = household;
  if found then
    settled := bank.settled_to(household);
    perform bank.issue_agreements(household);
    perform bank.issue_statements(household, zone, settled);
    perform bank.issue_tax_summaries(household, zone, settled);
    perform bank.issue_tax_forms(household, zone, settled);
    perform bank.issue_escrow_statements(household, zone);
    perform bank.issue_line_statements(household, zone);
  end if;
  return query select d.* from public.documents d
    where d.user_id = household order by coalesce(d.period_to, d.created_at::date) desc, d.created_at desc,
    d.id;
end $$;
comment on function public.my_documents is 'Returns the caller''s documents, latest first, including newly '
  'issued documents. deleted_at is set for deleted documents.';

create function public.mark_document_read(document_id uuid) returns void language plpgsql volatile
security definer -- because it writes issued documents
set search_path = '' as $$
begin
  update public.documents d set seen_at = coalesce(d.seen_at, clock_timestamp())
    where d.id = mark_document_read.document_id and d.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that document.');
end $$;
comment on function public.mark_document_read is
  'Marks one of the caller''s documents as read. Refuses: NTFND.';

create function public.issue_receipt(transaction_key text) returns public.documents language plpgsql volatile
security definer -- because it writes issued documents
set search_path = '' as $$
declare
  household uuid := bank.caller();
  posting record;
  paper uuid;
  receipt public.documents;
begin
  select e.id, e.value_at as at, e.kind, p.ledger_id, p.amount, p.currency, l.name,
    coalesce(t.merchant, e.merchant, t.description, e.description, e.kind) as text, t.id as shown
    into posting
    from bank.entries e join bank.postings p on p.entry_id = e.id
      join bank.ledger_accounts l on l.id = p.ledger_id
      left join public.transactions t on t.entry_id = e.id and t.account_id = p.ledger_id
    where e.household_id = household and l.household_id = household
      and e.id = coalesce((select t.entry_id from public.transactions t where t.id::text = transaction_key
        and t.user_id = household),
        case when transaction_key ~ '^[0-9a-f-]{36}:[0-9]{1,18}$'
          then split_part(transaction_key, ':', 2)::bigint end)
      and (t.id::text = transaction_key or p.ledger_id::text = split_part(transaction_key, ':', 1));
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that transaction.');
  paper := coalesce(posting.shown, md5(transaction_key)::uuid);
  perform bank.issue_document(household, 'receipt', 'Receipt ' || posting.text || ' '
    || bank.day_for(household, posting.at), paper, 'transaction', posting.text,
    bank.day_for(household, posting.at), bank.day_for(household, posting.at), posting.at, posting.at,
    jsonb_build_object('entry', posting.id, 'ledger', posting.ledger_id, 'amount', posting.amount,
      'currency', posting.currency, 'text', posting.text,
      'name', posting.name, 'at', posting.at, 'entry_kind', posting.kind));
  select * into receipt from public.documents d where d.user_id = household and d.kind = 'receipt'
    and d.about = paper;
  return receipt;
end $$;
comment on function public.issue_receipt is
  'Issues the receipt of one of the caller''s transactions. As in the view `spending`, the key is the '
  'transaction id, or the card and entry ids joined by a colon. Refuses: NTFND.';

-- The content of issued documents. It is computed from the journal, up to the newest entry at the time of
-- issue.
create function bank.postings_to(ledger uuid, entries_to bigint) returns table (entry_id bigint,
  at timestamptz, value_at timestamptz, kind text, text text, amount numeric, currency text)
language sql stable as $$
  select e.id, e.at, e.value_at, e.kind,
    coalesce(e.merchant, e.description, initcap(replace(e.kind, '_', ' '))), p.amount, p.currency
  from bank.postings p join bank.entries e on e.id = p.entry_id
  where p.ledger_id = ledger and e.id <= postings_to.entries_to
$$;
comment on function bank.postings_to is
  'Returns the postings of a ledger account up to an entry, each with its value date (`value_at`).';

create function bank.statement_lines(ledger uuid, issued bank.issued_documents, earlier_entries_to bigint)
returns jsonb language sql stable as $$
  -- A transaction that is posted late, with a date in a closed period, appears on the next statement.
  select coalesce(
    jsonb_agg(jsonb_build_object('day', (c.value_at at time zone (issued.terms ->> 'zone'))::date,
      'posted', (c.at at time zone (issued.terms ->> 'zone'))::date,
      'kind', c.kind, 'text', c.text, 'amount', c.amount) order by c.value_at, c.entry_id), '[]')
  from bank.postings_to(ledger, issued.entries_to) c
  where c.value_at < issued.to_at
    and (c.value_at >= issued.from_at or c.entry_id > statement_lines.earlier_entries_to)
$$;
comment on function bank.statement_lines is 'Returns a statement''s transactions in the order of their '
  'value dates, in the customer''s time zone at that time.';

create function bank.card_statement_lines(card_id uuid, issued bank.issued_documents)
returns jsonb language sql stable as $$
  -- Imported lines belong to the statement of the cycle in which they were imported. A cycle leaves out an
  -- import that was undone before it closed.
  with period as materialized (
    select c.*, case when c.kind = 'import_reversal' or c.kind like 'imported\_%' then c.at
      else c.value_at end as counts_at
    from bank.postings_to(card_statement_lines.card_id, issued.entries_to) c
  ), lines as materialized (
    select p.* from period p where p.counts_at >= issued.from_at and p.counts_at < issued.to_at
  ), undone as materialized (
    select r.id, r.reverses from bank.entries r where r.kind = 'import_reversal'
      and r.id in (select l.entry_id from lines l) and r.reverses in (select l.entry_id from lines l)
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('day', (l.value_at at time zone (issued.terms ->> 'zone'))::date,
      'posted', (l.at at time zone (issued.terms ->> 'zone'))::date,
      'kind', l.kind, 'text', l.text, 'amount', l.amount) order by l.value_at, l.entry_id), '[]')
  from lines l where l.entry_id not in (select u.id from undone u union all select u.reverses from undone u)
$$;
comment on function bank.card_statement_lines is 'Returns a card statement''s transactions in the order of '
  'their value dates, in the customer''s time zone at that time.';

create function bank.closing_balance(ledger uuid, issued bank.issued_documents)
returns numeric language sql stable as $$
  select coalesce(sum(c.amount), 0) from bank.postings_to(ledger, issued.entries_to) c
  where c.value_at < issued.to_at
$$;
comment on function bank.closing_balance is 'Returns the closing balance of an account statement.';

create function bank.statement_fees(ledger uuid, issued bank.issued_documents)
returns jsonb language sql stable as $$
  select jsonb_object_agg(f.kind, jsonb_build_object('period', f.period, 'year', f.year)) from (
    select c.kind, coalesce(-sum(c.amount) filter (where c.value_at >= issued.from_at), 0) as period,
      -sum(c.amount) as year
    from bank.postings_to(ledger, issued.entries_to) c
    where c.kind in ('overdraft_fee', 'returned_payment_fee', 'maintenance_fee', 'fee_waived')
      and c.value_at < issued.to_at
      and c.value_at >= date_trunc('year', (issued.to_at - interval '1 microsecond')
        at time zone (issued.terms ->> 'zone')) at time zone (issued.terms ->> 'zone')
    group by c.kind) as f
$$;
comment on function bank.statement_fees is
  'Returns the fees for overdrafts and returned payments in a statement''s period and calendar year '
  '(Regulation DD, 1030.11(a)), the monthly fees, and the waived fees, which are below zero. Null if there '
  'were none.';

create function bank.waived_fees(ledger uuid, issued bank.issued_documents)
returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('month', h.facts ->> 'month', 'waiver', h.facts ->> 'waiver',
    'fee', bank.major((h.facts ->> 'fee')::bigint), 'needed', bank.major((h.facts ->> 'needed')::bigint))
    order by h.at)
  from public.documents d join public.household_events h on h.user_id = d.user_id
  where d.id = issued.document_id and h.kind = 'fee_waived' and h.subject = ledger::text
    and h.at >= issued.from_at and h.at < issued.to_at
$$;
comment on function bank.waived_fees is 'Returns the monthly fees that conditions of the account''s plan '
  'waived in a statement''s period; null if there were none.';

create function bank.apy(interest numeric, balance numeric, days integer)
returns numeric language sql immutable as $$
  select round(100 * (power(1 + interest / balance, 365.0 / days) - 1), 2)
$$;
comment on function bank.apy is 'Returns the annual percentage yield of interest on an average balance in a '
  'number of days, in percent (Regulation DD, appendix A).';

create function bank.apy_earned(ledger uuid, issued bank.issued_documents)
returns jsonb language sql stable as $$
  with period as (
    select (issued.from_at at time zone zone.name)::date as first,
      ((issued.to_at - interval '1 microsecond') at time zone zone.name)::date as last, zone.name
    from (select issued.terms ->> 'zone' as name) as zone
  ), moved as materialized (
    select (c.value_at at time zone p.name)::date as day, c.kind, c.amount
    from period p, bank.postings_to(ledger, issued.entries_to) c where c.value_at < issued.to_at
  ), totals as (
    -- Interest is credited at the end of the last day, so it earns nothing in this period.
    select p.last - p.first + 1 as days,
      coalesce(sum(m.amount) filter (where m.kind = 'interest' and m.day >= p.first), 0) as interest,
      coalesce(sum(m.amount * (p.last - greatest(m.day, p.first) + 1))
        filter (where m.kind <> 'interest' or m.day < p.first), 0) / (p.last - p.first + 1) as balance
    from period p left join moved m on true group by p.first, p.last
  )
  select jsonb_build_object('interest', t.interest, 'balance', round(t.balance, 2), 'days', t.days,
    'apy', bank.apy(t.interest, round(t.balance, 2), t.days))
  from totals t where t.interest > 0 and round(t.balance, 2) > 0
$$;
comment on function bank.apy_earned is 'Returns the annual percentage yield earned in a statement''s period, '
  'with the interest, the average daily balance, and the days; null if there was no interest.';

create function bank.statement_facts(ledger uuid, issued bank.issued_documents)
returns jsonb language sql stable as $$
  select jsonb_build_object(
    'opening', coalesce(sum(c.amount) filter (where c.value_at < issued.from_at
      and (c.entry_id > earlier.entries_to) is not true), 0),
    'closing', bank.closing_balance(ledger, issued),
    'lines', (select bank.statement_lines(ledger, issued, earlier.entries_to)),
    'fees', bank.statement_fees(ledger, issued), 'waived', bank.waived_fees(ledger, issued),
    'yield', bank.apy_earned(ledger, issued))
  from (
    -- Finds the last entry that earlier statements could contain.
    select max(i.entries_to) as entries_to
    from public.documents d join bank.issued_documents i on i.document_id = d.id
    where d.kind = 'statement' and d.about = ledger and i.to_at <= issued.from_at) as earlier
    left join bank.postings_to(ledger, issued.entries_to) c on true
  group by earlier.entries_to
$$;
comment on function bank.statement_facts is
  'Returns an account statement''s content: opening balance, transactions, closing balance.';

create function bank.tax_facts(household uuid, issued bank.issued_documents)
returns jsonb language sql stable as $$
  with interest as (
    select sum(p.amount) as amount, l.created_at, l.name, jsonb_build_object('product', l.product,
      'name', l.name, 'currency', p.currency, 'amount', abs(sum(p.amount)), 'postings', count(*)) as line
    from bank.entries e join bank.postings p on p.entry_id = e.id
      join bank.ledger_accounts l on l.id = p.ledger_id
    where e.household_id = household and e.kind = 'interest' and e.id <= issued.entries_to
      and l.household_id = household
      and e.value_at >= issued.from_at and e.value_at < issued.to_at
    group by l.id, l.product, l.name, p.currency, l.created_at
  )
  select jsonb_build_object(
    'earned', coalesce(jsonb_agg(i.line order by i.created_at, i.name) filter (where i.amount > 0), '[]'),
    'paid', coalesce(jsonb_agg(i.line order by i.created_at, i.name) filter (where i.amount < 0), '[]'))
  from interest i
$$;
comment on function bank.tax_facts is 'Returns the interest earned and paid in a year by product.';

create function bank.receipt_facts(household uuid, issued bank.issued_documents)
returns jsonb language sql stable as $$
  select jsonb_build_object('day', bank.day_for(household, (issued.terms ->> 'at')::timestamptz),
    'time', to_char((issued.terms ->> 'at')::timestamptz at time zone (issued.terms ->> 'zone'),
      'FMHH12:MI AM'),
    'sides', (select jsonb_agg(
      jsonb_build_object('name', case when l.product = 'system' then l.name else coalesce(l.name, '') end,
      'bank', l.product = 'system', 'amount', p.amount, 'currency', p.currency) order by p.amount, l.name)
      from bank.postings p join bank.ledger_accounts l on l.id = p.ledger_id
        where p.entry_id = (issued.terms ->> 'entry')::bigint))
$$;
comment on function bank.receipt_facts is
  'Returns a receipt''s content: the day and time of a transaction, and the amount posted to each account.';

create function public.document_facts(customer_id uuid, document_id uuid) returns jsonb
language plpgsql stable set search_path = ''
security definer -- because it reads the content of issued documents for the server function that renders them
as $$
declare
  document public.documents;
  issued bank.issued_documents;
begin
  select * into document from public.documents d
    where d.id = document_facts.document_id and d.user_id = document_facts.customer_id and d.kind <> 'upload';
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that document.');
  select * into issued from bank.issued_documents i where i.document_id = document.id;
  return jsonb_build_object('kind', document.kind, 'path', document.path, 'size', document.size,
    'sha256', document.sha256, 'period_from', document.period_from, 'period_to', document.period_to,
    'issued_at', document.issued_at, 'terms', issued.terms - '{entry,ledger}'::text[],
    'facts', case when document.sha256 is not null then null else case document.kind
      when 'statement' then bank.statement_facts(document.about, issued)
      when 'card_statement'
        then jsonb_build_object('lines', bank.card_statement_lines(document.about, issued))
      when 'tax_summary' then bank.tax_facts(document.user_id, issued)
      when 'receipt' then bank.receipt_facts(document.user_id, issued) end end);
end $$;
comment on function public.document_facts is 'Returns an issued document''s content and the path of its '
  'rendered file. For server functions. Refuses: NTFND.';

create function public.statement_balances(document_ids uuid[])
returns table (document_id uuid, balance numeric, currency text) language sql stable
security definer -- because it reads the content of issued documents
set search_path = '' as $$
  select d.id, case d.kind when 'statement' then bank.closing_balance(d.about, i)
    when 'line_statement' then -(i.terms ->> 'balance')::numeric
    else -(i.terms ->> 'closing_balance')::numeric end, i.terms ->> 'currency'
  from public.documents d join bank.issued_documents i on i.document_id = d.id
  where d.id = any(document_ids[:500]) and d.user_id = bank.caller()
    and d.kind in ('statement', 'card_statement', 'line_statement')
$$;
comment on function public.statement_balances is 'Returns the closing balances of up to 500 of the caller''s '
  'statements. What is owed on a card or line of credit is negative.';

create function public.save_issued_file(customer_id uuid, document_id uuid, size bigint, sha256 text)
returns public.documents language plpgsql volatile
security definer -- because it writes documents, which no API role can write
set search_path = '' as $$
declare
  document public.documents;
begin
  -- Updates only once, because the first rendered file is final.
  update public.documents d set size = save_issued_file.size, sha256 = save_issued_file.sha256
    where d.id = save_issued_file.document_id and d.user_id = customer_id and d.kind <> 'upload'
      and d.sha256 is null;
  select * into document from public.documents d
    where d.id = save_issued_file.document_id and d.user_id = customer_id and d.kind <> 'upload';
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that document.');
  return document;
end $$;
comment on function public.save_issued_file is 'Records the size and hash of a file when it is first '
  'rendered, and returns the document. For server functions. Refuses: NTFND.';

grant execute on function public.save_upload, public.document_facts, public.save_issued_file to service_role;
grant execute on function
  public.upload_quota, public.my_documents, public.mark_document_read, public.issue_receipt,
  public.statement_balances to authenticated;
