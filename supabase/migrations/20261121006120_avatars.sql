-- The picture of a customer: one small square file in a folder of their own. Only four names are allowed, which limits
-- how many files a customer can store: a new picture takes the name that the current one does not use.
alter table public.customers add column avatar text
  constraint customers_avatar_check check (avatar ~ '^[0-9a-f-]{36}/picture-[12]\.(webp|png)$' and avatar like id || '/%');
comment on column public.customers.avatar is 'The file of the customer''s picture in the bucket avatars; null for their initials.';
grant update (avatar) on public.customers to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('avatars', 'avatars', false, 524288, array['image/webp', 'image/png'])
  on conflict (id) do nothing;
create policy "customers see their own picture" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "customers add their own picture" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ ('^' || (select auth.uid()) || '/picture-[12]\.(webp|png)$'));
create policy "customers replace their own picture" on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and name ~ ('^' || (select auth.uid()) || '/picture-[12]\.(webp|png)$'));
create policy "customers remove their own picture" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
