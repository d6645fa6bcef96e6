-- Row changes come from the write-ahead log, which ignores row-level security. For each change, the database
-- therefore decides which subscribed customers can see the row.

-- Runs `statement` once for each caller ({role, claims, keys}), as that caller, and returns the results in
-- order. The statement gets the keys of the changed rows as $1. One call handles many subscribers in one
-- round trip. If a policy raises an error, the caller sees nothing, and the result is `!` followed by the
-- error code. It is an invoker function, because a definer function can't change the role. The API's login
-- role must be a member of the callers' roles.
create function realtime.find_visible_rows(statement text, callers jsonb) returns jsonb
language plpgsql volatile as $$
declare
  caller jsonb;
  visible text;
  results jsonb := '[]';
begin
  for caller in select value from jsonb_array_elements(callers) loop
    begin
      perform
        set_config('request.jwt.claims', caller ->> 'claims', true),
        set_config('role', caller ->> 'role', true);
      execute statement into visible using caller -> 'keys';
    exception when others then
      visible := '!' || sqlstate;
    end;
    results := results || jsonb_build_array(visible);
  end loop;
  return results;
end
$$;
comment on function realtime.find_visible_rows(text, jsonb) is
  'Returns the rows that each caller is allowed to see, out of the given rows.';
revoke all on function realtime.find_visible_rows(text, jsonb) from public;
grant execute on function realtime.find_visible_rows(text, jsonb) to service_role;
