/** Returns true if an If-None-Match header contains the tag, either weak or strong. */
export function matchesETag(header: string | null, tag: string | undefined): boolean {
  const tags = header?.split(',').map((listed) => listed.trim().replace(/^W\//, '')) ?? [];
  return tags.some((listed) => listed === '*' || listed === tag);
}
