const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * Splits a database URL that lists several servers into one URL per server. As in libpq, commas separate the
 * servers (`postgres://user:password@one:5432,two:5432/database`). Throws TypeError for an invalid URL.
 */
export function getServers(url: string): string[] {
  const [, login = '', hosts = '', rest = ''] = ADDRESS.exec(url) ?? [];
  const listed = hosts.split(',');
  if (listed.length === 1) return [url];
  return listed.map((host) => {
    if (!host) throw new TypeError('A server in the list has no name.');
    const server = new URL(`${login}${host}${rest}`);
    // The writable server is always used, so this setting is not needed.
    server.searchParams.delete('target_session_attrs');
    return server.href;
  });
}

/** Returns the URL of the first server, which determines the login and the database. */
export const getFirstServer = (url: string): URL => new URL(getServers(url)[0] ?? url);
