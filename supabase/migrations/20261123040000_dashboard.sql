set check_function_bodies = off;

-- Belongs to the customer, so that all devices show the same dashboard and a new household keeps it.
alter table public.customers add column dashboard_layout jsonb
  check (octet_length(dashboard_layout::text) <= 16384);
comment on column public.customers.dashboard_layout is 'The parts of the dashboard in display order; null '
  'for the default. Each has a `part` and a `column` (main, side). `hidden` is true for a hidden part. '
  'Goals, saved views, and what-ifs have the `id` of what they show.';
grant update (dashboard_layout) on public.customers to authenticated;

create function bank.is_dashboard_part(item jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(item) = 'object'
    and item - array['part', 'id', 'column', 'hidden'] = '{}'
    and item ->> 'column' in ('main', 'side')
    and coalesce(item -> 'hidden', 'false') in ('true', 'false')
    and case
      when item ->> 'part' in ('goal', 'saved_view', 'what_if')
        then jsonb_typeof(item -> 'id') = 'string'
          and item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      else item ->> 'part' in ('accounts', 'month', 'budgets', 'upcoming', 'insights', 'transactions',
        'year', 'safe_to_spend', 'financial_health') and not item ? 'id'
    end
$$;
comment on function bank.is_dashboard_part is 'Returns true if the value describes a part of the dashboard.';

create function bank.check_dashboard_layout() returns trigger language plpgsql
security definer -- because customers may not call the bank's functions
set search_path = '' as $$
declare
  highest constant integer := 60;
  parts jsonb := new.dashboard_layout;
begin
  if jsonb_typeof(parts) = 'null' then new.dashboard_layout := null; end if;
  if new.dashboard_layout is null then return new; end if;
  perform bank.refuse_if(jsonb_typeof(parts) <> 'array', 'BADLO',
    'A dashboard layout is a list of sections.');
  perform bank.refuse_if(jsonb_array_length(parts) > highest, 'LIMIT',
    format('Your dashboard can have up to %s sections. Remove one first.', highest),
    jsonb_build_object('highest', highest));
  perform bank.refuse_if(exists (select from jsonb_array_elements(parts) as item
    where bank.is_dashboard_part(item) is not true), 'BADLO',
    'We don''t recognize one of these sections. Reload the page and try again.');
  perform bank.refuse_if(exists (select from jsonb_array_elements(parts) as item
    group by item ->> 'part', item ->> 'id' having count(*) > 1), 'BADLO',
    'Each section can appear only once.');
  return new;
end $$;
comment on function bank.check_dashboard_layout is
  'Refuses an invalid layout of the dashboard: BADLO, LIMIT.';

create trigger check_dashboard_layout before insert or update of dashboard_layout on public.customers
  for each row execute function bank.check_dashboard_layout();
