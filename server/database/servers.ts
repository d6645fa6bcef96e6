const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * The servers of a database, as one address each: libpq lists them between commas
 * (`postgres://user:password@one:5432,two:5432/database`). Throws TypeError for what is no address.
 */
export function getServers(url: string): string[] {
  const [, login = '', hosts = '', rest = ''] = ADDRESS.exec(url) ?? [];
  const listed = hosts.split(',');
  if (listed.length === 1) return [url];
  return listed.map((host) => {
    if (!host) throw new TypeError('A server of the list has no name.');
    const server = new URL(`${login}${host}${rest}`);
    // Of several servers it is always the one that takes changes, whatever is asked for.
    server.searchParams.delete('target_session_attrs');
    return server.href;
  });
}

/** The first of the servers, by which login and database are read. */
export function firstServer(url: string): URL {
  return new URL(getServers(url)[0] ?? url);
}
