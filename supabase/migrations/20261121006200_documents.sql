-- Documents: what a customer keeps, and what the bank issues to them. The bytes lie in a private bucket, one file a row.
-- Customers read their own; nobody but the bank's server functions writes bytes, because they look at the content first.
create table public.document_folders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default clock_timestamp()
);
create unique index document_folders_user_id_name_key on public.document_folders (user_id, lower(name));
comment on table public.document_folders is 'Folders in which customers file what they have uploaded.';
comment on column public.document_folders.created_at is 'Real time, as everywhere with files.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  folder_id uuid references public.document_folders on delete set null,
  kind text not null
    check (kind in ('upload', 'statement', 'card_statement', 'agreement', 'schedule', 'tax_summary', 'receipt')),
  name text not null check (char_length(name) between 1 and 120),
  mime_type text not null default 'application/pdf',
  size bigint check (size > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  path text not null unique,
  about uuid,
  about_kind text check (about_kind in ('account', 'card', 'loan', 'mortgage', 'transaction')),
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
comment on table public.documents is
  'What a customer has uploaded and what the bank has issued to them. What is issued never changes; its bytes are made when they are first asked for and kept from then on.';
comment on column public.documents.kind is 'upload, or what the bank issued: statement, card_statement, agreement, schedule, tax_summary, receipt.';
comment on column public.documents.mime_type is 'By what the content is, not by what was claimed.';
comment on column public.documents.size is 'In bytes; null until the bank has made the file.';
comment on column public.documents.sha256 is 'Of the bytes, in hexadecimal; null until the bank has made the file.';
comment on column public.documents.path is 'Where the bytes lie in the bucket `documents`: the customer''s id, a slash, the document''s id.';
comment on column public.documents.about is 'The account, card, loan, mortgage or transaction it is about. No reference: a statement outlives its account.';
comment on column public.documents.about_name is 'What it was called then.';
comment on column public.documents.period_from is 'The first day it covers, on the simulated calendar.';
comment on column public.documents.issued_at is 'The simulated instant from which it holds; null for uploads.';
comment on column public.documents.seen_at is 'When the customer first opened it, in real time: until then it is new.';
comment on column public.documents.created_at is 'Real time.';
comment on column public.documents.deleted_at is 'Real time; purged 30 days later. Only uploads are deleted.';

alter table public.document_folders enable row level security;
create policy "customers read their own folders" on public.document_folders for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers make folders for themselves" on public.document_folders for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers rename their own folders" on public.document_folders for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own folders" on public.document_folders for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, name), update (name), delete on public.document_folders to authenticated, service_role;

alter table public.documents enable row level security;
create policy "customers read their own documents" on public.documents for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers file, rename and delete what they uploaded" on public.documents for update to authenticated
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
  -- Control characters, marks that turn the reading direction, and what separates folders have no place in a name.
  if clean is null or clean = '' or clean ~ '[\x01-\x1f\x7f-\x9f/\\<>:"|?*\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]'
    or clean ~ '^\.' or char_length(clean) > 80 then
    raise exception using errcode = 'BADNM', message = 'A file''s name has 1 to 80 characters, without slashes and hidden marks.',
      detail = jsonb_build_object('length', coalesce(char_length(clean), 0), 'longest', 80)::text;
  end if;
  return clean;
end
$$;
comment on function bank.clean_file_name(text) is 'The name of a file as it is kept, or a refusal (BADNM).';

create function bank.check_document() returns trigger language plpgsql
security definer -- calls private functions for whoever renames
set search_path = '' as $$
declare
  ending text := substring(old.name from '\.[^.]+$');
begin
  if new.name <> old.name then
    -- What a file is does not change with its name.
    if lower(right(new.name, length(ending))) is distinct from lower(ending) then
      new.name := new.name || ending;
    end if;
    new.name := bank.clean_file_name(new.name);
  end if;
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, clock_timestamp());
  end if;
  return new;
end
$$;
comment on function bank.check_document() is 'Keeps names clean and endings as they were; the instant of deletion is the bank''s. Refuses: BADNM.';
create trigger check_document before update of name, deleted_at on public.documents
  for each row execute function bank.check_document();

create function bank.check_folder() returns trigger language plpgsql
security definer -- calls private functions for whoever writes
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    if (select count(*) from public.document_folders f where f.user_id = new.user_id) >= 100 then
      raise exception using errcode = 'LIMIT', message = 'You have 100 folders, as many as the bank keeps.',
        detail = jsonb_build_object('highest', 100)::text;
    end if;
  end if;
  return new;
end
$$;
comment on function bank.check_folder() is 'Refuses names that make no sense (BADNM) and more than 100 folders (LIMIT).';
create trigger check_folder before insert or update of name on public.document_folders
  for each row execute function bank.check_folder();

-- The bytes go with the row, whoever deletes it and however: also with the customer.
create function bank.remove_document_file() returns trigger language plpgsql
security definer -- nobody else deletes files
set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'documents' and o.name = old.path;
  delete from public.row_attachments a where a.user_id = old.user_id and a.document_id = old.id;
  return null;
end
$$;
comment on function bank.remove_document_file() is 'Removes the file of a document that is deleted for good, and takes it off the rows it was attached to.';
create trigger remove_document_file after delete on public.documents
  for each row execute function bank.remove_document_file();

-- A restored household is another life: what the bank issued in the one before did not happen in it.
create function bank.forget_issued_documents() returns trigger language plpgsql
security definer -- the bank's documents are nobody's to delete
set search_path = '' as $$
begin
  delete from public.documents d where d.user_id = new.id and d.kind <> 'upload';
  return null;
end
$$;
comment on function bank.forget_issued_documents() is 'Takes back what was issued in a generation that no longer counts; what the restored books contain is issued anew.';
create trigger forget_issued_documents after update of generation on public.customers
  for each row when (new.generation <> old.generation) execute function bank.forget_issued_documents();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('documents', 'documents', false, 10485760,
    array['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/avif', 'text/plain', 'text/csv'])
  on conflict (id) do nothing;
-- No policy to insert, update or delete: bytes come through the bank's functions alone.
create policy "customers read the files of their own documents" on storage.objects for select to authenticated
  using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text
    and exists (select from public.documents d where d.path = objects.name and d.user_id = (select auth.uid())));

create function bank.stored_bytes(customer_id uuid) returns bigint language sql stable as $$
  select coalesce((select sum(d.size) from public.documents d where d.user_id = customer_id and d.kind = 'upload'), 0)::bigint
    + coalesce((select sum((o.metadata ->> 'size')::bigint) from storage.objects o
        where o.bucket_id = 'avatars' and o.name like customer_id || '/%'), 0)::bigint
$$;
comment on function bank.stored_bytes(uuid) is 'Returns how many bytes a customer''s uploads and pictures take.';

create function public.keep_upload(
  customer_id uuid, document_id uuid, name text, mime_type text, size bigint, sha256 text, folder_id uuid default null
) returns public.documents language plpgsql volatile
security definer -- nobody writes documents but the bank's functions
set search_path = '' as $$
declare
  kept public.documents;
  room bigint;
begin
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  select * into kept from public.documents d where d.id = document_id and d.user_id = customer_id and d.sha256 = keep_upload.sha256;
  if found then
    return kept; -- the answer to the first try was lost
  end if;
  if size not between 1 and 10485760 then
    raise exception using errcode = 'BADFL', message = 'A file has between 1 byte and 10 MB.',
      detail = jsonb_build_object('size', size, 'highest', 10485760)::text;
  end if;
  room := 209715200 - bank.stored_bytes(customer_id);
  if size > room then
    raise exception using errcode = 'NOROM', message = 'Your 200 MB are full. Delete files for good to make room.',
      detail = jsonb_build_object('available', greatest(room, 0), 'size', size, 'highest', 209715200)::text;
  end if;
  if folder_id is not null and not exists (select from public.document_folders f where f.id = folder_id and f.user_id = customer_id) then
    raise exception using errcode = 'NTFND', message = 'There is no such folder of yours.';
  end if;
  insert into public.documents (id, user_id, folder_id, kind, name, mime_type, size, sha256, path, seen_at)
    values (document_id, customer_id, folder_id, 'upload', bank.clean_file_name(name), mime_type, size, sha256,
      customer_id || '/' || document_id, clock_timestamp())
    returning * into kept;
  return kept;
end
$$;
comment on function public.keep_upload(uuid, uuid, text, text, bigint, text, uuid) is
  'Writes down a file that has been looked at and stored. The same document sent again is the same row. For the server''s functions. Refuses: BADFL, NOROM, BADNM, NTFND.';
grant execute on function public.keep_upload(uuid, uuid, text, text, bigint, text, uuid) to service_role;

create function public.upload_room() returns jsonb language sql stable
security definer -- calls a private function
set search_path = '' as $$
  select jsonb_build_object('used', bank.stored_bytes(bank.caller()), 'highest', 209715200, 'largest', 10485760)
$$;
comment on function public.upload_room() is 'Returns how many bytes the caller''s uploads and pictures take, the most they may take, and the most of one upload.';
grant execute on function public.upload_room() to authenticated;

create function bank.purge_documents() returns integer language plpgsql volatile as $$
declare
  purged integer;
begin
  delete from public.documents d where d.deleted_at < clock_timestamp() - interval '30 days';
  get diagnostics purged = row_count;
  -- Uploads that were cut short between their file and their row.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'documents' and o.created_at < clock_timestamp() - interval '1 day'
    and not exists (select from public.documents d where d.path = o.name);
  return purged;
end
$$;
comment on function bank.purge_documents() is 'Removes for good what was deleted 30 days ago, and files that no document names.';
do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge-documents', '23 4 * * *', 'select bank.purge_documents()');
  end if;
end
$$;

call bank.broadcast('public.document_folders');
call bank.broadcast('public.documents');
