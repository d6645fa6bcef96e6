-- What happened on cards, as their owner sees it: beside public.transactions, so that accounts and cards are one list that
-- is read from an index. It is made of the books alone, with every posting, and adds nothing to them.
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

create function bank.row_words(description text, merchant text) returns text language sql immutable parallel safe as $$
  select lower(coalesce(description, '') || e'\n' || coalesce(merchant, ''))
$$;
comment on function bank.row_words(text, text) is 'What words are looked for in, as the indexes hold it.';

create table bank.card_movements (
  card_id uuid not null references public.credit_cards on delete cascade,
  entry_id bigint not null,
  user_id uuid not null references public.customers on delete cascade,
  row_id text collate "C" not null,
  date timestamptz not null,
  amount numeric not null,
  direction text not null,
  currency text not null,
  kind text not null,
  description text,
  merchant text,
  category_id uuid,
  balance_after numeric not null,
  primary key (card_id, entry_id)
);
create index card_movements_user_id_date_idx on bank.card_movements (user_id, date desc, row_id desc);
create index card_movements_words_idx on bank.card_movements using gin (user_id, category_id, bank.row_words(description, merchant) extensions.gin_trgm_ops);
comment on table bank.card_movements is 'Every movement on a card that stands, as its owner sees it: read off the books as they are written.';
comment on column bank.card_movements.row_id is 'Card and entry, the name of the row everywhere; sorted as bytes, like the ids of transactions.';
comment on column bank.card_movements.amount is 'Always positive: `direction` says which way, in the customer''s favour or not.';
comment on column bank.card_movements.category_id is 'As the entry says. No reference: the books outlive categories.';
comment on column bank.card_movements.balance_after is 'The amount owed after it, in the order of dates.';
alter table bank.card_movements enable row level security;

-- Words, the customer and the category in one index: a word finds its rows however many others there are.
create index transactions_words_idx on public.transactions using gin (user_id, category_id, bank.row_words(description, merchant) extensions.gin_trgm_ops);

create function bank.show_on_cards() returns trigger language plpgsql
security definer -- writes what nobody else may
set search_path = '' as $$
begin
  insert into bank.card_movements (card_id, entry_id, user_id, row_id, date, amount, direction, currency, kind, description, merchant, category_id, balance_after)
  select c.id, e.id, c.user_id, c.id || ':' || e.id, e.value_at, abs(p.amount), case when p.amount > 0 then 'in' else 'out' end, p.currency, e.kind,
    e.description, e.merchant, e.category_id,
    coalesce((select m.balance_after from bank.card_movements m where m.card_id = c.id order by m.entry_id desc limit 1), 0)
      - sum(p.amount) over (partition by c.id order by e.id)
  from added p join public.credit_cards c on c.id = p.ledger_id join bank.entries e on e.id = p.entry_id
  on conflict do nothing;
  return null;
end
$$;
comment on function bank.show_on_cards() is 'Lets cards'' owners see what was just posted on them.';
create trigger show_on_cards after insert on bank.postings referencing new table as added
  for each statement execute function bank.show_on_cards();

-- A household's books may be loaded before its cards.
create function bank.show_card() returns trigger language plpgsql
security definer -- writes what nobody else may
set search_path = '' as $$
begin
  insert into bank.card_movements (card_id, entry_id, user_id, row_id, date, amount, direction, currency, kind, description, merchant, category_id, balance_after)
  select c.id, e.id, c.user_id, c.id || ':' || e.id, e.value_at, abs(p.amount), case when p.amount > 0 then 'in' else 'out' end, p.currency, e.kind,
    e.description, e.merchant, e.category_id, -sum(p.amount) over (partition by c.id order by e.value_at, e.id)
  from added c join bank.postings p on p.ledger_id = c.id join bank.entries e on e.id = p.entry_id
  on conflict do nothing;
  return null;
end
$$;
comment on function bank.show_card() is 'Lets the owner of a card see what was posted on it before.';
create trigger show_card after insert on public.credit_cards referencing new table as added
  for each statement execute function bank.show_card();

insert into bank.card_movements (card_id, entry_id, user_id, row_id, date, amount, direction, currency, kind, description, merchant, category_id, balance_after)
select c.id, e.id, c.user_id, c.id || ':' || e.id, e.value_at, abs(p.amount), case when p.amount > 0 then 'in' else 'out' end, p.currency, e.kind,
  e.description, e.merchant, e.category_id, -sum(p.amount) over (partition by c.id order by e.id)
from public.credit_cards c join bank.postings p on p.ledger_id = c.id join bank.entries e on e.id = p.entry_id;
