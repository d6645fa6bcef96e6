import { isLoopbackHost } from '../../http/this-machine.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Returns the URL to redirect to after a mailed link is opened. Uses the requested URL if it is allowed,
 * otherwise the referring page if it is allowed, otherwise the site. Allowed URLs are the site, loopback
 * addresses if the site's host is a loopback address, and `additional_redirect_urls`.
 */
export function redirectTarget(settings: Settings, requested?: string, referrer?: string): string {
  const site = siteUrl(settings);
  const allowed = settings.config.auth.additional_redirect_urls;
  for (const candidate of [requested, referrer]) {
    if (candidate && isAllowed(candidate, site, allowed)) return candidate;
  }
  return site;
}

export function siteUrl({ config, publicUrl }: Settings): string {
  return URL.canParse(config.auth.site_url) ? config.auth.site_url : publicUrl;
}

function isAllowed(candidate: string, site: string, allowed: readonly string[]): boolean {
  if (/[\s\p{Cc}\\]/u.test(candidate) || !URL.canParse(candidate)) return false;
  const url = new URL(candidate);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb) return allowed.some((pattern) => matches(candidate, pattern));
  // A user name in the URL could be mistaken for the host.
  if (url.username !== '' || url.password !== '') return false;
  if (isLoopbackHost(url.hostname) && isLoopbackHost(new URL(site).hostname)) return true;
  return (
    url.origin === new URL(site).origin || allowed.some((pattern) => matchesWeb(candidate, url, pattern))
  );
}

const AUTHORITY = /^[a-z][a-z\d+.-]*:\/*([^/?#]*)/i;
/** Matches the host of a pattern. The host can contain question marks, which match any character. */
const PATTERN_AUTHORITY = /^[^/]*:\/\/([^/]*)/;

/**
 * Compares a pattern with the host that a browser would connect to. Different spellings count as the same
 * host, such as `1` and `0.0.0.1`. A wildcard in the host never matches beyond the host.
 */
function matchesWeb(candidate: string, { protocol, host }: URL, pattern: string): boolean {
  const rest = candidate.replace(AUTHORITY, '');
  const address = `${protocol}//${host}${/^[?#]/.test(rest) ? '/' : ''}${rest}`;
  const ofHost = PATTERN_AUTHORITY.exec(pattern)?.[1];
  return matches(address, pattern) && (ofHost === undefined || matches(host, ofHost));
}

/**
 * Matches a pattern. `*` matches text between separators (`.` and `/`), `**` matches any text, and `?`
 * matches one character.
 */
function matches(text: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (wildcard) => ({ '**': '.*', '*': '[^./]*' })[wildcard] ?? '[^./]');
  return new RegExp(`^${expression}$`).test(text);
}
