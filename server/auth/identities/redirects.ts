import { isLoopbackHost } from '../../http/this-machine.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Chooses the final address of a mailed link: the requested one if allowed (the site, a loopback address, or
 * one of `additional_redirect_urls`), or else the referring page, or the site.
 */
export function redirectTarget(
  settings: Settings,
  requested: string | undefined,
  referrer: string | undefined,
): string {
  const site = siteUrl(settings);
  const allowed = settings.config.auth.additional_redirect_urls;
  for (const candidate of [requested, referrer]) {
    if (candidate && isAllowed(candidate, site, allowed)) return candidate;
  }
  return site;
}

/** The address of the web application. */
export function siteUrl({ config, publicUrl }: Settings): string {
  return URL.canParse(config.auth.site_url) ? config.auth.site_url : publicUrl;
}

function isAllowed(candidate: string, site: string, allowed: readonly string[]): boolean {
  if (/[\s\p{Cc}\\]/u.test(candidate) || !URL.canParse(candidate)) return false;
  const url = new URL(candidate);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb) return allowed.some((pattern) => matches(candidate, pattern));
  // A user name would make the host look like another.
  if (url.username !== '' || url.password !== '') return false;
  if (isLoopbackHost(url.hostname) && isLoopbackHost(new URL(site).hostname)) return true;
  return (
    url.origin === new URL(site).origin || allowed.some((pattern) => matchesWeb(candidate, url, pattern))
  );
}

const AUTHORITY = /^[a-z][a-z\d+.-]*:\/*([^/?#]*)/i;
/** In a pattern, where a question mark stands for a character. */
const PATTERN_AUTHORITY = /^[^/]*:\/\/([^/]*)/;

/**
 * Compares a pattern with the host that a browser would connect to, not its spelling: `1` and `0.0.0.1` are
 * the same host. A wildcard in the host never reaches beyond it.
 */
function matchesWeb(candidate: string, { protocol, host }: URL, pattern: string): boolean {
  const rest = candidate.replace(AUTHORITY, '');
  const address = `${protocol}//${host}${/^[?#]/.test(rest) ? '/' : ''}${rest}`;
  const ofHost = PATTERN_AUTHORITY.exec(pattern)?.[1];
  return matches(address, pattern) && (ofHost === undefined || matches(host, ofHost));
}

/** `*` matches text between separators (`.` and `/`), `**` any text, and `?` a character. */
function matches(text: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (wildcard) => ({ '**': '.*', '*': '[^./]*' })[wildcard] ?? '[^./]');
  return new RegExp(`^${expression}$`).test(text);
}
