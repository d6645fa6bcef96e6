import { StorageError } from './storage-error.ts';

const PLAIN =
  /^(all|noindex|nofollow|none|nosnippet|indexifembedded|notranslate|noimageindex|noarchive|nocache)$/;
const WITH_VALUE =
  /^(max-snippet:\s*-?\d+|max-video-preview:\s*-?\d+|max-image-preview:\s*(none|standard|large)|unavailable_after:\s*\S.*)$/;

/** Returns the rules in an `X-Robots-Tag` header, or null if there are none. Throws if a rule is unknown. */
export function parseRobotsRules(header: string | null): string | null {
  if (header === null || header.trim() === '') return null;
  for (const rule of header.split(',').map((text) => text.trim().toLowerCase())) {
    // A rule can apply to one crawler, such as `googlebot: noindex`.
    const [, own = rule] = /^[a-z-]+bot:\s*(.*)$/.exec(rule) ?? [];
    if (PLAIN.test(own) || WITH_VALUE.test(own)) continue;
    const message = `Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "${rule}"`;
    throw new StorageError(400, 'invalid_x_robots_tag', message, 'InvalidXRobotsTag');
  }
  return header;
}
