import type { ServerContext } from '../http/context.ts';

/**
 * The description that marks the bank's own secrets. Secrets with the same name from a migration or the
 * operator have no such description, so the bank doesn't change them.
 */
const KEPT = 'Kept by the server.';

/**
 * Stores the bank's address and keys in the vault. The names are those in Supabase's guide to scheduling
 * functions, so that jobs written for Supabase also work here. If the vault extension is installed, the
 * operator has to store the secrets.
 */
export async function storeSecrets({ database, keys, settings }: ServerContext): Promise<void> {
  const { owner } = database;
  const [vault] = await owner`
    select from pg_class where oid = to_regclass('vault.secrets')
      and not exists (select from pg_extension where extname = 'supabase_vault')`;
  if (!vault) return;
  const secrets = Object.entries({
    project_url: settings.publicUrl,
    anon_key: keys.anonKey,
    publishable_key: keys.anonKey,
    service_role_key: keys.serviceKey,
  }).map(([name, secret]) => ({ name, secret, description: KEPT }));
  await owner`
    insert into vault.secrets ${owner(secrets)} on conflict (name) do update
    set secret = excluded.secret, updated_at = now()
    where secrets.description = ${KEPT} and secrets.secret <> excluded.secret`;
}

/**
 * Returns the bank's addresses for requests from SQL: the address of this server and the shared address in
 * the vault.
 */
export async function getOwnAddresses({ database, settings }: ServerContext): Promise<string[]> {
  const [vault] = await database.owner`select to_regclass('vault.decrypted_secrets') is not null as exists`;
  if (!vault?.exists) return [settings.publicUrl];
  const [secret] = await database.owner`
    select decrypted_secret as url from vault.decrypted_secrets where name = 'project_url'`;
  return [settings.publicUrl, secret?.url].filter((url) => URL.canParse(url));
}
