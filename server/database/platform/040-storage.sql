-- The names, owners, and metadata of customers' files. The file store contains the bytes under the key
-- `version`. Row-level security decides who can read and write. Tables, columns, and helper functions match
-- those of a Supabase project, so that its migrations and policies work here.

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD',
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create unique index bname on storage.buckets (name);
comment on table storage.buckets is
  'Containers for files. Each one has its own access rules and limits on size and type.';
comment on column storage.buckets.owner is
  'Superseded by owner_id, which can also contain a subject that is not a UUID.';

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now()
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
-- Two rows can't refer to the same file. Otherwise, a customer who can write a row could access another
-- customer's bytes.
create unique index idx_objects_version on storage.objects (version);
comment on table storage.objects is
  'The files in the buckets. The policies on this table decide who can read and write them.';
comment on column storage.objects.version is
  'The key of the bytes in the file store. Each new version of the content gets a new key.';
comment on column storage.objects.metadata is 'File metadata determined by the server: size, type, hash.';
comment on column storage.objects.user_metadata is 'File metadata provided by the client.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;
create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;
create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse((string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]), '.', 1))
$$;
create function storage.operation() returns text language sql stable as $$
  select nullif(current_setting('storage.operation', true), '')
$$;
comment on function storage.foldername(text) is 'Returns the folders in a file name.';
comment on function storage.filename(text) is 'Returns the name of a file without its folders.';
comment on function storage.extension(text) is 'Returns the extension of a file name.';
comment on function storage.operation() is
  'Returns the name of the request''s operation, such as storage.object.upload.';

-- Deleting a row directly would orphan its file, so rows can be deleted only through the storage API.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Files that no longer have a row. They are recorded in the transaction that deletes or replaces the row, and
-- the server removes them later.
create table platform.discarded_files (
  version text primary key,
  discarded_at timestamptz not null default now()
);
comment on table platform.discarded_files is
  'Files that no longer have a row and will be removed from the file store.';
revoke all on platform.discarded_files from public;

-- This is a definer function, because the caller has no privileges on the list of files to remove.
create function platform.discard_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.discarded_files (version) values (old.version) on conflict do nothing;
  return null;
end
$$;
revoke all on function platform.discard_file() from public;
create trigger discard_deleted_file after delete on storage.objects
  for each row when (old.version is not null) execute function platform.discard_file();
create trigger discard_replaced_file after update of version on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version)
  execute function platform.discard_file();

-- Unfinished resumable uploads. The file store contains their parts until the last one arrives.
create table platform.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  caller text not null,
  bucket_id text not null,
  name text not null,
  upsert boolean not null,
  size bigint not null check (size >= 0),
  received bigint not null default 0 check (received between 0 and size),
  parts text[] not null default '{}',
  details jsonb not null,
  expires_at timestamptz not null
);
create index resumable_uploads_expires_at on platform.resumable_uploads (expires_at);
create index resumable_uploads_caller on platform.resumable_uploads (caller, expires_at);
comment on table platform.resumable_uploads is
  'Unfinished resumable uploads, which consist of several requests.';
comment on column platform.resumable_uploads.caller is
  'The user who started the upload. Only this user can continue it.';
revoke all on platform.resumable_uploads from public;

-- Runs a statement of the storage API. Policies can read the name of the operation. If `trial` is true, only
-- tests whether the statement is allowed, and rolls it back. This is an invoker function, so it grants no
-- additional rights.
create function platform.run_storage(operation text, trial boolean, statement text, parameters text[])
returns text language plpgsql volatile as $$
declare
  result text;
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  perform
    set_config('storage.operation', operation, true),
    set_config('storage.allow_delete_query', 'true', true),
    set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true),
    set_config('request.jwt.claim.role', coalesce(claims ->> 'role', ''), true);
  if not trial then
    execute statement into result using parameters;
    return result;
  end if;
  begin
    execute statement into result using parameters;
    raise exception using errcode = 'TRIAL';
  exception when sqlstate 'TRIAL' then
    return result;
  end;
end
$$;
comment on function platform.run_storage(text, boolean, text, text[]) is
  'Runs a statement of the storage API, or only tests whether it is allowed.';
grant execute on function platform.run_storage(text, boolean, text, text[]) to public;

grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
alter type storage.buckettype owner to supabase_storage_admin;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
do $$
declare
  signature text;
begin
  foreach signature in array array['storage.foldername(text)', 'storage.filename(text)', 'storage.extension(text)',
    'storage.operation()', 'storage.protect_delete()'] loop
    execute format('alter function %s owner to supabase_storage_admin', signature);
    execute format('grant execute on function %s to public', signature);
  end loop;
end
$$;
