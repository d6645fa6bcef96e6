-- A function of the bank that runs before the statement of a request, as PostgREST's db-pre-request: in the same
-- transaction, as the same caller, who sees what it raises as the answer.
create or replace function platform.run(role text, claims text, request text[], read_only boolean, statement text, parameters text[])
returns text language plpgsql volatile as $$
declare
  result text;
begin
  perform
    set_config('search_path', request[1], true),
    set_config('request.jwt.claims', claims, true),
    set_config('request.method', request[2], true),
    set_config('request.path', request[3], true),
    set_config('request.headers', request[4], true),
    set_config('request.cookies', request[5], true),
    set_config('role', role, true);
  if read_only then
    perform set_config('transaction_read_only', 'on', true);
  end if;
  -- A name of the configuration, in its two parts; one that does not exist refuses every request.
  if request[6] <> '' then
    execute format('select %s()', request[6]);
  end if;
  execute statement into result using parameters;
  return result;
end
$$;
