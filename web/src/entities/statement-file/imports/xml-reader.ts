import { getOwn } from '@engine/money/lookup.ts';

export type XmlElement = {
  /** The name without its namespace prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
  /** The one-based line of the start tag. */
  line: number;
};

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([\p{L}_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)|</gu;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Real statements have fewer than 20 levels. */
const MAX_DEPTH = 64;

/**
 * Parses an XML document without a document type. Returns null for other text, so entities that a file
 * declares itself are never expanded. Each element has the number of its line for messages to the customer.
 */
export function readXml(text: string): XmlElement | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null;
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [], line: 1 };
  const open = [root];
  let line = 1;
  for (const [token, cdata, slash, name = '', attributes = '', isEmpty, content] of text.matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (!parent || token === '<') return null;
    if (cdata !== undefined) parent.text += cdata;
    else if (content !== undefined) parent.text += decodeEntities(content);
    else if (name && slash) {
      if (parent.name !== getLocalName(name) || open.length === 1) return null;
      open.pop();
    } else if (name) {
      const element = { name: getLocalName(name), attributes: getAttributes(attributes), text: '', line };
      const added: XmlElement = { ...element, children: [] };
      parent.children.push(added);
      if (!isEmpty) open.push(added);
      if (open.length > MAX_DEPTH) return null;
    }
    for (let index = 0; index < token.length; index += 1) if (token[index] === '\n') line += 1;
  }
  return open.length === 1 && root.children.length === 1 ? (root.children[0] ?? null) : null;
}

/** Returns all children at a path of names, such as `NtryDtls/TxDtls`. */
export function findAll(element: XmlElement | undefined, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element ? [element] : [],
    );
}

/** Returns the text of the first child at a path; empty if there is none. */
export const findText = (element: XmlElement | undefined, path: string) =>
  findAll(element, path)[0]?.text.trim() ?? '';

const getLocalName = (name: string) => name.slice(name.lastIndexOf(':') + 1);

const getAttributes = (text: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
      getLocalName(name),
      decodeEntities(double ?? single ?? ''),
    ]),
  );

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return getOwn(ENTITIES, String(name)) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
