-- A frozen card is not charged, and customers decide themselves how much a card may spend: at once, in a month, on what.
create table public.card_controls (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  kind text not null check (kind in ('transaction', 'month')),
  category_id uuid references public.categories on delete cascade,
  amount numeric not null,
  created_at timestamptz not null,
  constraint card_controls_amount_check check (amount between 0 and 999999999.99 and amount = round(amount, 2)),
  constraint card_controls_card_id_kind_category_id_key unique nulls not distinct (card_id, kind, category_id)
);
create index card_controls_user_id_idx on public.card_controls (user_id);
create index card_controls_category_id_idx on public.card_controls (category_id) where category_id is not null;
comment on table public.card_controls is 'How much a card may spend, by its owner''s own will.';
comment on column public.card_controls.kind is 'transaction: what one purchase may cost; month: what a calendar month of the customer''s own clock may.';
comment on column public.card_controls.category_id is 'On what; null: on everything.';
comment on column public.card_controls.amount is 'The most that may be spent; 0 blocks it.';
comment on column public.card_controls.created_at is 'The simulated instant at which it was set.';

alter table public.card_controls enable row level security;
create policy "customers read controls of their own cards" on public.card_controls for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers set controls of their own cards" on public.card_controls for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.credit_cards c where c.id = card_id and c.user_id = (select auth.uid()))
    and (category_id is null or exists (select from public.categories k where k.id = category_id)));
create policy "customers change controls of their own cards" on public.card_controls for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers lift controls of their own cards" on public.card_controls for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, card_id, user_id, kind, category_id, amount), update (amount), delete
  on public.card_controls to authenticated, service_role;

create function bank.check_card_control() returns trigger language plpgsql
security definer -- reads clock, cards and categories whoever writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then
    return new;
  end if;
  if (new.amount between 0 and 999999999.99 and new.amount = round(new.amount, 2)) is not true then
    raise exception using errcode = 'BADAM', message = 'A spending limit is between 0 and 999,999,999.99, in whole cents.',
      detail = jsonb_build_object('amount', left(new.amount::text, 40), 'highest', 999999999.99)::text;
  end if;
  if tg_op = 'UPDATE' then
    return new;
  end if;
  if (new.kind in ('transaction', 'month')) is not true then
    raise exception using errcode = 'BADTY', message = 'A card is controlled by transaction or by month.';
  end if;
  if not exists (select from public.credit_cards c where c.id = new.card_id and c.user_id = new.user_id) then
    raise exception using errcode = 'NTFND', message = 'There is no such card of yours.';
  end if;
  if new.category_id is not null and not exists (select from public.categories k
      where k.id = new.category_id and (k.user_id = new.user_id or k.user_id is null)) then
    raise exception using errcode = 'NTFND', message = 'There is no such category of yours.';
  end if;
  new.created_at := bank.now_for(new.user_id);
  return new;
end
$$;
comment on function bank.check_card_control() is 'Refuses controls that make no sense: BADAM, BADTY, NTFND.';
create trigger check_card_control before insert or update of amount on public.card_controls
  for each row execute function bank.check_card_control();

create function bank.month_start(household uuid) returns timestamptz language sql volatile as $$
  select date_trunc('month', bank.now_for(household), coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC'))
$$;
comment on function bank.month_start(uuid) is 'When the present calendar month of this customer began, by their own clock and time zone.';

create function bank.spent_this_month(card public.credit_cards, category_id uuid) returns numeric language sql volatile as $$
  select coalesce(-sum(p.amount), 0)
  from bank.postings p join bank.entries e on e.id = p.entry_id
  where p.ledger_id = card.id and e.kind = 'card_charge' and e.value_at >= (select bank.month_start(card.user_id))
    and (spent_this_month.category_id is null or e.category_id = spent_this_month.category_id)
$$;
comment on function bank.spent_this_month(public.credit_cards, uuid) is
  'What a card was charged with in the present month, on a category or (null) in all. What was given back does not count against it.';

create function bank.check_card_controls(card public.credit_cards, amount numeric, category_id uuid) returns void
language plpgsql volatile as $$
declare
  broken record;
begin
  -- What stops it for good comes first: a single purchase, then the month; all purchases, then the category's.
  select k.kind, k.amount as most, spent.amount as spent, c.name as category into broken
  from public.card_controls k
    left join public.categories c on c.id = k.category_id
    cross join lateral (select case k.kind when 'month' then bank.spent_this_month(card, k.category_id) else 0 end as amount) as spent
  where k.card_id = card.id and (k.category_id is null or k.category_id = check_card_controls.category_id)
    and spent.amount + check_card_controls.amount > k.amount
  order by k.kind desc, k.category_id is not null limit 1;
  if found then
    raise exception using errcode = 'SPLIM', message = 'This would pass a spending limit that you have set for this card.',
      detail = jsonb_build_object('rule', case when broken.category is null then broken.kind else 'category' end, 'kind', broken.kind,
        'limit', broken.most, 'spent', broken.spent, 'amount', round(amount, 2), 'category', broken.category,
        'currency', card.currency)::text;
  end if;
end
$$;
comment on function bank.check_card_controls(public.credit_cards, numeric, uuid) is
  'Refuses (SPLIM) a purchase that its owner''s own controls forbid.';

create function bank.check_purchase(card public.credit_cards, amount numeric, category_id uuid) returns void
language plpgsql volatile as $$
begin
  if card.frozen then
    raise exception using errcode = 'FROZN', message = 'This card is frozen. Unfreeze it to use it again.',
      detail = jsonb_build_object('virtual', false)::text;
  end if;
  perform bank.check_new_card_balance(card.balance + amount, card.balance, card.credit_limit);
  perform bank.check_card_controls(card, amount, category_id);
end
$$;
comment on function bank.check_purchase(public.credit_cards, numeric, uuid) is
  'Refuses to charge a locked card: frozen (FROZN), over its limit (OVRLM), against its owner''s controls (SPLIM).';

create or replace function public.charge_credit_card(
  card_id uuid, amount numeric, merchant text default null, category text default null, description text default null,
  request_id text default null
) returns public.credit_cards language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_words(description, 'description', 500);
  shop text := bank.clean_words(merchant, 'merchant', 120);
  params jsonb := jsonb_build_object('verb', 'charge_credit_card', 'card', card_id, 'amount', trim_scale(amount)::text,
    'merchant', shop, 'category', category, 'description', words);
  answer jsonb := bank.replay(request_id, params);
  card public.credit_cards;
  found_category_id uuid;
  at timestamptz;
  entry bigint;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.credit_cards, answer);
  end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  found_category_id := bank.find_category(card.user_id, category);
  perform bank.check_purchase(card, amount, found_category_id);
  at := bank.now_for(card.user_id);
  entry := bank.post_purchase(card, amount, words, shop, found_category_id, at);
  update public.credit_cards c set balance = round(card.balance + amount, 2), last_entry = entry, updated_at = at
    where c.id = card.id returning * into card;
  perform bank.remember(request_id, params, to_jsonb(card));
  return card;
end
$$;
comment on function public.charge_credit_card(uuid, numeric, text, text, text, text) is
  'Spends with one of the caller''s cards and returns the card. The category is a name or an id. Refuses: BADAM, NTFND, FROZN, OVRLM, SPLIM, BADTX, RQDIF.';

create function bank.check_raw_purchase() returns trigger language plpgsql
security definer -- reads the controls and the books whoever writes
set search_path = '' as $$
declare
  before public.credit_cards := new;
begin
  if not bank.is_for_another(new.user_id) then
    before.balance := old.balance;
    perform bank.check_purchase(before, new.balance - old.balance, null);
  end if;
  return new;
end
$$;
comment on function bank.check_raw_purchase() is
  'A balance that somebody else than the bank raises is a purchase: refused on a frozen card (FROZN), against controls of all purchases (SPLIM).';
-- Named to come after check_changed_card, which has cleaned the balance by then.
create trigger check_raw_purchase before update of balance on public.credit_cards
  for each row when (new.balance > old.balance and new.last_entry is not distinct from old.last_entry)
  execute function bank.check_raw_purchase();

call bank.broadcast('public.card_controls');
