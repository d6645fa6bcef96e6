-- Files of customers: what they are called, to whom they belong and who may do what with them. The bytes lie in a
-- file store and are named by `version`; the rows and their row rules decide everything. Tables, columns and helper
-- functions are those of a Supabase project, so that its migrations and policies run here.

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
comment on table storage.buckets is 'Places for files, each with rules of its own on who sees them, their size and type.';
comment on column storage.buckets.owner is 'Superseded by owner_id, which also holds subjects that are no uuid.';

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
-- No two rows share a file: who may write rows can never lay hands on the bytes of somebody else's.
create unique index idx_objects_version on storage.objects (version);
comment on table storage.objects is 'The files in the buckets. Row rules on this table decide who reads and writes them.';
comment on column storage.objects.version is 'Names the bytes in the file store; every new content gets a new one.';
comment on column storage.objects.metadata is 'File metadata from the server: size, type, hash.';
comment on column storage.objects.user_metadata is 'File metadata from the client.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- The folders of a name, the last part of it, what follows its last dot.
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
comment on function storage.foldername(text) is 'The folders in which a file of this name lies.';
comment on function storage.filename(text) is 'The name of a file without its folders.';
comment on function storage.extension(text) is 'Returns the extension of a file name.';
comment on function storage.operation() is
  'Returns the operation of the request, such as storage.object.upload.';

-- A row that goes without its file, or a file without its row, is a loss: both go through the storage interface.
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

-- Files that no row names any longer, noted in the transaction that ends their use; the server removes them after it.
create table platform.discarded_files (
  version text primary key,
  discarded_at timestamptz not null default now()
);
comment on table platform.discarded_files is 'Files to be removed from the file store, because no row names them any longer.';
revoke all on platform.discarded_files from public;

-- A definer function: whoever changes or deletes a row has no rights on the list of files to be removed.
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

-- Uploads in several requests: what has arrived so far. Their parts lie in the file store until the last has come.
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
comment on table platform.resumable_uploads is 'Uploads in several requests that are still under way.';
comment on column platform.resumable_uploads.caller is
  'The user who started it. Nobody else can continue it.';
revoke all on platform.resumable_uploads from public;

-- Runs one statement of the storage interface; row rules may ask for the operation. A trial tells whether the
-- statement would be allowed, and leaves nothing behind. An invoker function: it gives nobody rights.
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
  'Runs one statement of the storage interface, for good or on trial.';
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
