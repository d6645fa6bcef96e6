import type { Settings } from '../settings.ts';

/**
 * Where a link of a mail leads in the end: the address the client asked for when it is allowed (the site itself,
 * a loopback address or one of `additional_redirect_urls`), else the page the request came from, else the site.
 */
export function redirectTarget(
  settings: Settings,
  wanted: string | undefined,
  referrer: string | undefined,
): string {
  const site = siteUrl(settings);
  const allowed = settings.config.auth.additional_redirect_urls;
  for (const candidate of [wanted, referrer]) {
    if (candidate && isAllowed(candidate, site, allowed)) return candidate;
  }
  return site;
}

/** The address of the web application. */
export function siteUrl({ config, publicUrl }: Settings): string {
  return URL.canParse(config.auth.site_url) ? config.auth.site_url : publicUrl;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isAllowed(candidate: string, site: string, allowed: readonly string[]): boolean {
  if (/[\s\p{Cc}\\]/u.test(candidate) || !URL.canParse(candidate)) return false;
  const url = new URL(candidate);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (isWeb && LOOPBACK.test(url.hostname) && LOOPBACK.test(new URL(site).hostname)) return true;
  if (url.origin !== 'null' && url.origin === new URL(site).origin) return true;
  return allowed.some((pattern) => matchesPattern(candidate, pattern));
}

/** `*` stands for anything between separators (`.` and `/`), `**` for anything, `?` for one character. */
function matchesPattern(candidate: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (wildcard) => ({ '**': '.*', '*': '[^./]*' })[wildcard] ?? '[^./]');
  return new RegExp(`^${expression}$`).test(candidate);
}
