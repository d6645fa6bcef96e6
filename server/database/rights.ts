import { quote } from '../lib/sql-text.ts';
import { getFirstServer } from './servers.ts';

/**
 * Returns an error message with the reason and with the SQL that grants the privileges to the owner in
 * DATABASE_URL. A superuser must run the SQL.
 */
export function rightsSql(url: string, reason: string): string {
  const { username, pathname } = getFirstServer(url);
  const owner = quote(decodeURIComponent(username));
  const database = quote(decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username));
  return `DATABASE_URL lacks rights (${reason}); run this once as a superuser in that database, then start again:

  do $$ begin
    if to_regrole('anon') is null then create role anon nologin; end if;
    if to_regrole('authenticated') is null then create role authenticated nologin; end if;
    if to_regrole('service_role') is null then create role service_role nologin bypassrls; end if;
    if to_regrole('authenticator') is null then create role authenticator login noinherit; end if;
    if to_regrole('supabase_auth_admin') is null then create role supabase_auth_admin login noinherit; end if;
    if to_regrole('supabase_storage_admin') is null then create role supabase_storage_admin login noinherit; end if;
  end $$;
  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role, authenticator, supabase_auth_admin, supabase_storage_admin to ${owner} with admin option;
  alter role ${owner} createrole replication bypassrls;
  alter database ${database} owner to ${owner};
`;
}
