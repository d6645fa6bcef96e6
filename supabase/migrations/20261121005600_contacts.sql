-- The people a customer pays and asks: their contacts, and who has agreed to take whose money at once.
create function bank.clean_address(address text) returns text language plpgsql immutable as $$
declare
  clean text := lower(btrim(address));
begin
  if (char_length(clean) <= 320 and clean ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+\.[^@[:space:][:cntrl:].]+$') is not true then
    raise exception using errcode = 'BADEM', message = 'This is not an e-mail address.';
  end if;
  return clean;
end
$$;
comment on function bank.clean_address(text) is 'An e-mail address as it is kept, or a refusal (BADEM).';

create function bank.address_of(person uuid) returns text language sql stable as $$
  select bank.confirmed_address(person)
$$;
comment on function bank.address_of(uuid) is 'The e-mail address that a customer has shown to be theirs.';

create function bank.name_of(person uuid) returns text language sql stable as $$
  select coalesce((select c.display_name from public.customers c where c.id = person), left(split_part(bank.address_of(person), '@', 1), 80), 'A Sandbank customer')
$$;
comment on function bank.name_of(uuid) is 'How a customer is called towards those whom they pay or ask.';

create table bank.acquaintances (
  user_id uuid not null references public.customers on delete cascade,
  person_id uuid not null references public.customers on delete cascade,
  address text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (user_id, person_id)
);
create index acquaintances_person_id_idx on bank.acquaintances (person_id, address);
alter table bank.acquaintances enable row level security;
comment on table bank.acquaintances is
  'Customers who have dealt with each other: what person_id pays to this address of user_id arrives at once. Whoever is not in here is answered like an address that nobody has.';
comment on column bank.acquaintances.address is 'The address of user_id under which person_id came to know them.';

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  address text,
  person_id uuid,
  favourite boolean not null default false,
  blocked boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint contacts_user_id_address_key unique (user_id, address),
  constraint contacts_somebody_check check (address is not null or person_id is not null)
);
create index contacts_user_id_person_id_idx on public.contacts (user_id, person_id);
comment on table public.contacts is 'Whom a customer pays and asks, and whom they have blocked.';
comment on column public.contacts.address is 'Their e-mail address; null for somebody without one who was blocked.';
comment on column public.contacts.person_id is 'Who it is, once both have dealt with each other. No reference: it may outlive them.';
comment on column public.contacts.blocked is 'What they send or ask is not shown, and they are not told.';

alter table public.contacts enable row level security;
create policy "customers read their own contacts" on public.contacts for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers add their own contacts" on public.contacts for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change their own contacts" on public.contacts for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own contacts" on public.contacts for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, name, address, favourite, blocked), update (name, favourite, blocked), delete on public.contacts to authenticated;
grant select on public.contacts to service_role;

create function bank.check_contact() returns trigger language plpgsql
security definer -- looks into who knows whom, which nobody may read
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    if new.address is not null then
      new.address := bank.clean_address(new.address);
      -- Only whom the customer has dealt with is looked up: an address alone never tells whether somebody has it.
      new.person_id := coalesce(new.person_id, (select a.user_id from bank.acquaintances a
        where a.person_id = new.user_id and a.address = new.address order by a.since desc limit 1));
    end if;
    if (select count(*) from public.contacts c where c.user_id = new.user_id) >= 500 then
      raise exception using errcode = 'LIMIT', message = 'You have 500 contacts, as many as the bank keeps.',
        detail = jsonb_build_object('highest', 500)::text;
    end if;
  end if;
  return new;
end
$$;
comment on function bank.check_contact() is 'Keeps names and addresses clean and says who is meant, where both know each other. Refuses: BADNM, BADEM, LIMIT.';
create trigger check_contact before insert or update of name on public.contacts
  for each row execute function bank.check_contact();

create function bank.keep_contact(owner uuid, name text, address text, person uuid) returns void language plpgsql volatile as $$
begin
  if keep_contact.address is null or (select count(*) from public.contacts c where c.user_id = owner) >= 500 then
    return;
  end if;
  insert into public.contacts as known (user_id, name, address, person_id)
    values (owner, coalesce(bank.clean_text(left(keep_contact.name, 80)), split_part(keep_contact.address, '@', 1)), keep_contact.address, person)
    on conflict on constraint contacts_user_id_address_key do update set person_id = excluded.person_id
      where known.person_id is distinct from excluded.person_id and excluded.person_id is not null;
end
$$;
comment on function bank.keep_contact(uuid, text, text, uuid) is 'Keeps whom somebody has paid or asked among their contacts.';

create function bank.has_blocked(owner uuid, person uuid, address text) returns boolean language sql stable as $$
  select exists (select from public.contacts c
    where c.user_id = owner and c.blocked and (c.person_id = person or c.address = has_blocked.address))
$$;
comment on function bank.has_blocked(uuid, uuid, text) is 'Whether a customer has blocked this person, or this address of theirs.';

create function bank.acquaint(one uuid, other uuid) returns void language sql volatile as $$
  insert into bank.acquaintances as known (user_id, person_id, address)
  select pair.user_id, pair.person_id, bank.address_of(pair.user_id) from (values (one, other), (other, one)) as pair (user_id, person_id)
  where bank.address_of(pair.user_id) is not null order by pair.user_id
  on conflict (user_id, person_id) do update set address = excluded.address, since = excluded.since
    where known.address <> excluded.address
$$;
comment on function bank.acquaint(uuid, uuid) is 'Two customers have dealt with each other: from now on money between them arrives at once.';

create function bank.takes_at_once(payer uuid, address text) returns uuid language sql stable as $$
  select a.user_id from bank.acquaintances a
  where a.person_id = payer and a.address = takes_at_once.address and bank.address_of(a.user_id) = a.address
    and not bank.has_blocked(a.user_id, payer, bank.address_of(payer))
$$;
comment on function bank.takes_at_once(uuid, text) is
  'Who has this address and takes the payer''s money at once; null for everybody else, whether the bank knows them or not.';

call bank.broadcast('public.contacts');
