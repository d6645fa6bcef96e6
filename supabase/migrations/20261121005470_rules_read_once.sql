-- The rules are read once: as part of the statement they were read anew for every row of the past.
create or replace function public.run_row_rules(rule_id uuid default null, with_by_hand boolean default false) returns public.row_edits language plpgsql volatile
security definer -- what a customer wrote about rows is written by verbs alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  rules public.row_rules[] := bank.rules_in_order(household);
  wanted bank.row_change[];
  edit public.row_edits;
begin
  if rule_id is not null and not exists (select from public.row_rules r where r.id = rule_id and r.user_id = household) then
    raise exception using errcode = 'NTFND', message = 'There is no such rule of yours.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(household::text, 5));
  select array_agg(row(p.row_id, case when p.changes ? 'category_id' and with_by_hand then p.changes || '{"by_hand": false}' else p.changes end)::bank.row_change)
    into wanted from bank.rule_plan(household, rules, null, with_by_hand) p
    where p.changes is not null and (run_row_rules.rule_id is null or p.rule_id = run_row_rules.rule_id);
  edit := bank.keep_edit(household, 'rules', coalesce(wanted, '{}'));
  perform bank.write_rows(household, coalesce(wanted, '{}'));
  return edit;
end
$$;

create or replace function public.preview_row_rules(rule_id uuid default null, with_by_hand boolean default false)
returns table (ruled_by uuid, fits bigint, changed bigint) language plpgsql volatile
security definer -- reads the books; the rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  rules public.row_rules[] := bank.rules_in_order(household);
begin
  if rule_id is not null and not exists (select from public.row_rules r where r.id = rule_id and r.user_id = household) then
    raise exception using errcode = 'NTFND', message = 'There is no such rule of yours.';
  end if;
  return query
    select p.rule_id, count(*), count(p.changes) from bank.rule_plan(household, rules, null, with_by_hand) p
    where preview_row_rules.rule_id is null or p.rule_id = preview_row_rules.rule_id group by p.rule_id;
end
$$;
