import { agree, endingsOf, kindByName, kindOf, LARGEST_FILE_BYTES, latin } from './file-kinds.ts';

/** Why a file is not taken in, in the customer's words; `reason` is for programs. */
export type FileProblem = { reason: string; message: string };
/** A file that may be kept: its name, and what it is by its content. */
export type FileAccepted = { name: string; mimeType: string };

const LONGEST_NAME = 80;
/** A picture that would fill the memory of whoever opens it. */
const MOST_PIXELS = 60_000_000;
/** Endings that some system would run; they may not hide inside a name either. */
const DANGEROUS = new Set(
  `ade adp apk app appx asp aspx bat cab chm cmd com cpl dll dmg docm exe gadget hta htm html inf ins iso jar js jse
  jsp lnk mde mjs msc msi msp mst pif php pl pptm ps1 py rb reg scr sct sh shtml svg svgz swf sys vb vbe vbs wasm ws
  wsc wsf wsh xhtml xlsm xml xsl`.split(/\s+/),
);
// Marks that hide, and marks that turn the reading direction: `gpj.exe` would read as `exe.jpg`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
const MARKUP = /^\s*(?:<\?xml|<!doctype|<html|<svg|<script|<head|<body|<iframe|<!--)/i;
const SCRIPTED = /<script[\s>]|javascript:/i;
const TEST_VIRUS = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';
/** What makes a PDF act: scripts, programs it starts, files it carries. */
const ACTIVE_PDF = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/;
const TAKEN = 'The bank keeps PDFs, pictures, text and CSV files.';

/** The name as it is kept: composed, without spaces around it, shortened before its ending when it is too long. */
export function tidyName(name: string): string {
  const tidy = name.normalize('NFC').trim();
  if (tidy.length <= LONGEST_NAME) return tidy;
  const ending = /\.[^.]{1,8}$/.exec(tidy)?.[0] ?? '';
  return `${Array.from(tidy.slice(0, LONGEST_NAME - ending.length - 1)).join('')}…${ending}`;
}

/** What is wrong with a name, or null. */
export function problemWithName(name: string): FileProblem | null {
  if (name === '' || HIDDEN.test(name))
    return problem('name', 'The name holds hidden characters. Rename the file and try again.');
  if (/[/\\<>:"|?*]/.test(name) || name.startsWith('.'))
    return problem('name', 'The name holds a character that files may not have. Rename it and try again.');
  const endings = endingsOf(name);
  const dangerous = endings.find((ending) => DANGEROUS.has(ending.trim()));
  if (dangerous !== undefined)
    return problem(
      'ending',
      `The name says “.${dangerous}”: a program, or a page that can hold one. ${TAKEN}`,
    );
  return kindByName(name) ? null : problem('ending', `This kind of file is not kept. ${TAKEN}`);
}

/** What is wrong with a size in bytes, or null. */
export function problemWithSize(size: number): FileProblem | null {
  if (size === 0) return problem('empty', 'The file is empty.');
  return size > LARGEST_FILE_BYTES
    ? problem('size', `The file has ${(size / 1024 / 1024).toFixed(1)} MB. Files can be up to 10 MB.`)
    : null;
}

/** Looks at a whole file: by name, by size and by what it really is. */
export function checkFile(rawName: string, bytes: Uint8Array): FileAccepted | FileProblem {
  const name = tidyName(rawName);
  const early = problemWithSize(bytes.length) ?? problemWithName(name);
  if (early) return early;
  const named = kindByName(name);
  const found = kindOf(bytes);
  if (!named || !found) return problem('content', `The content is not what the name says. ${TAKEN}`);
  if (!agree(named, found))
    return problem(
      'content',
      `The file calls itself ${named.endings[0]}, but it is ${found.endings[0]}. Rename it.`,
    );
  const harm = harmIn(bytes, found.mimeType);
  return harm ?? { name, mimeType: named.mimeType };
}

function harmIn(bytes: Uint8Array, mimeType: string): FileProblem | null {
  const text = latin(bytes, 0, bytes.length);
  if (text.includes(TEST_VIRUS)) return problem('virus', 'This file is known as a virus. It was not kept.');
  if (mimeType === 'application/pdf')
    return ACTIVE_PDF.test(text)
      ? problem('active', 'This PDF holds scripts or other files. Print it to a new PDF and send that one.')
      : null;
  if (mimeType.startsWith('text/'))
    return MARKUP.test(text) || SCRIPTED.test(text)
      ? problem('active', `This is a web page or a drawing that can hold scripts. ${TAKEN}`)
      : null;
  return pixelsOf(bytes) > MOST_PIXELS
    ? problem('pixels', 'The picture is larger than 60 megapixels. Make it smaller and try again.')
    : null;
}

/** Width times height as PNG, GIF and WebP announce them; 0 where the kind does not say it in one place. */
function pixelsOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30) return 0;
  if (bytes[0] === 0x89) return view.getUint32(16) * view.getUint32(20);
  if (bytes[0] === 0x47) return view.getUint16(6, true) * view.getUint16(8, true);
  if (latin(bytes, 12, 16) === 'VP8X')
    return (1 + (view.getUint32(24, true) & 0xffffff)) * (1 + (view.getUint32(26, true) >>> 8));
  return 0;
}

const problem = (reason: string, message: string): FileProblem => ({ reason, message });
