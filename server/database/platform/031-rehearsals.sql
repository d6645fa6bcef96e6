-- Statements of the table interface that are not simply run. Both functions run what they are given with the rights
-- of whoever calls them, so they open nothing that was closed.
create function platform.rehearse(statement text, parameters text[]) returns text language plpgsql as $$
declare
  result text;
begin
  execute statement into result using parameters;
  -- Checks deferred constraints now, so that a dry run fails like the real statement.
  set constraints all immediate;
  return platform.refuse('RLBCK', coalesce(result, ''), null);
end
$$;
comment on function platform.rehearse(text, text[]) is
  'Runs one statement and undoes it, with all that its triggers did: the result leaves as the message of error RLBCK.';

create function platform.explained(statement text, parameters text[]) returns text language plpgsql as $$
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
comment on function platform.explained(text, text[]) is 'The whole text of an EXPLAIN, with its query identifier where that is allowed.';
grant execute on function platform.rehearse(text, text[]), platform.explained(text, text[]) to public;

do $$
begin
  grant set on parameter compute_query_id to anon, authenticated, service_role;
exception when insufficient_privilege then
  null;
end
$$;
