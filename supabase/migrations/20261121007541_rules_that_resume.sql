-- What would have been while a rule was paused is left out, also where the engine had no reason to look in between.
alter table public.auto_deposits add column resumed_at timestamptz;
alter table public.scheduled_payments add column resumed_at timestamptz;
comment on column public.auto_deposits.resumed_at is 'When its last pause ended; null when it was never paused. Written by the bank.';
comment on column public.scheduled_payments.resumed_at is 'When its last pause ended; null when it was never paused. Written by the bank.';

create function bank.note_resumption() returns trigger language plpgsql
security definer -- reads the clock whoever writes
set search_path = '' as $$
begin
  new.resumed_at := bank.now_for(new.user_id);
  return new;
end
$$;
comment on function bank.note_resumption() is 'Notes when a rule goes on after a pause.';
revoke execute on function bank.note_resumption() from public;
create trigger note_resumption before update of paused on public.auto_deposits
  for each row when (old.paused and not new.paused) execute function bank.note_resumption();
create trigger note_resumption before update of paused on public.scheduled_payments
  for each row when (old.paused and not new.paused) execute function bank.note_resumption();

create or replace function bank.engine_rules(household uuid) returns setof jsonb language sql stable as $$
  select jsonb_build_object(
    'auto_deposits', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'account_id', d.account_id,
        'amount', bank.minor(d.amount), 'frequency', d.frequency, 'category', c.name, 'is_pay', d.is_pay, 'start_date', d.start_date,
        'minutes', extract(hour from d.start_time) * 60 + extract(minute from d.start_time), 'end_date', d.end_date,
        'occurrences', d.occurrences, 'paused', d.paused, 'next', d.next_occurrence, 'resumed', bank.millis(d.resumed_at))
        order by d.created_at, d.id), '[]')
      from public.auto_deposits d left join public.categories c on c.id = d.category_id where d.user_id = household),
    'scheduled_payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'account_id', p.account_id,
        'payee', p.payee, 'to_account_id', p.to_account_id, 'card_id', p.card_id, 'debt_id', coalesce(p.loan_id, p.mortgage_id),
        'amount', bank.minor(p.amount), 'amount_kind', p.amount_kind, 'frequency', p.frequency, 'category', c.name,
        'start_date', p.start_date, 'end_date', p.end_date, 'occurrences', p.occurrences, 'weekend', p.weekend, 'paused', p.paused,
        'next', p.next_occurrence, 'resumed', bank.millis(p.resumed_at),
        'changed', (select coalesce(jsonb_object_agg(x.planned_date, case when x.amount is null then jsonb_build_object('skip', true)
            else jsonb_build_object('amount', bank.minor(x.amount)) end), '{}') from public.payment_exceptions x where x.payment_id = p.id)
      ) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p left join public.categories c on c.id = p.category_id where p.user_id = household),
    'shocks', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.shock, 'on_date', s.on_date,
        'size', case when s.shock in ('medical_bill', 'car_repair', 'windfall', 'card_fraud') then bank.minor(s.size) else s.size end,
        'months', s.months, 'product_id', s.product_id) order by s.on_date, s.id), '[]')
      from public.shocks s where s.user_id = household))
$$;
