-- Everything that belongs to a customer, by name: for an archive that nobody has to extend when the bank learns something new.
create function public.my_tables() returns setof text language sql stable as $$
  select c.relname::text from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_catalog.has_table_privilege(c.oid, 'select')
    and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped)
    and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and not a.attisdropped)
  order by 1
$$;
comment on function public.my_tables() is 'The tables that hold rows of the caller''s own, each with an id.';
grant execute on function public.my_tables() to authenticated;

create function public.my_files() returns table (bucket text, name text, size bigint) language sql stable
security definer -- one list over all buckets, of what the caller owns alone
set search_path = '' as $$
  select o.bucket_id, o.name, coalesce((o.metadata ->> 'size')::bigint, 0) from storage.objects o
  where o.owner_id = bank.caller()::text or (storage.foldername(o.name))[1] = bank.caller()::text
  order by 1, 2
$$;
comment on function public.my_files() is 'The files of the caller in every bucket, with their sizes in bytes.';
grant execute on function public.my_files() to authenticated;
