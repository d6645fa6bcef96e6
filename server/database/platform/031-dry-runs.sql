-- Dry runs and query plans for table API statements. Both functions run with the caller's privileges, so they
-- allow nothing that the caller couldn't do directly.
create function platform.dry_run(statement text, parameters text[]) returns text language plpgsql as $$
declare
  result text;
begin
  execute statement into result using parameters;
  -- Checks deferred constraints now, so that a dry run fails if the actual statement would.
  set constraints all immediate;
  return platform.refuse('RLBCK', coalesce(result, ''), null);
end
$$;
comment on function platform.dry_run(text, text[]) is 'Runs a statement and rolls it back, including the '
  'effects of triggers. The result is the message of the error RLBCK.';

create function platform.explain(statement text, parameters text[]) returns text language plpgsql as $$
declare
  line text;
  lines text[] = '{}';
begin
  if has_parameter_privilege('compute_query_id', 'set') then
    perform set_config('compute_query_id', 'on', true);
  end if;
  for line in execute statement using parameters loop
    lines = lines || line;
  end loop;
  return array_to_string(lines, chr(10));
end
$$;
comment on function platform.explain(text, text[]) is
  'Returns the full text of an EXPLAIN, including the query identifier if that is allowed.';
grant execute on function platform.dry_run(text, text[]), platform.explain(text, text[]) to public;

do $$
begin
  grant set on parameter compute_query_id to anon, authenticated, service_role;
exception when insufficient_privilege then
  null;
end
$$;
