const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * Splits the servers of a database address, which libpq separates by commas
 * (`postgres://user:password@one:5432,two:5432/database`). Throws TypeError for an invalid address.
 */
export function getServers(url: string): string[] {
  const [, login = '', hosts = '', rest = ''] = ADDRESS.exec(url) ?? [];
  const listed = hosts.split(',');
  if (listed.length === 1) return [url];
  return listed.map((host) => {
    if (!host) throw new TypeError('A server of the list has no name.');
    const server = new URL(`${login}${host}${rest}`);
    // With several servers, always uses the writable one.
    server.searchParams.delete('target_session_attrs');
    return server.href;
  });
}

/** The first server, which determines login and database. */
export function getFirstServer(url: string): URL {
  return new URL(getServers(url)[0] ?? url);
}
