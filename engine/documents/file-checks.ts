import { agree, getEndings, getKind, kindByName, LARGEST_FILE_BYTES, latin } from './file-kinds.ts';

/** The reason a file was rejected: a code, and a message for the customer. */
export type FileProblem = { reason: string; message: string };
/** An accepted file: its normalized name, and the type detected from its content. */
export type FileAccepted = { name: string; mimeType: string };

const LONGEST_NAME = 80;
/** The maximum size of an image. Larger images could exhaust the memory of the device that shows them. */
const MAX_PIXELS = 60_000_000;
/** Extensions of executable files. A name is rejected if it contains one of these extensions anywhere. */
const DANGEROUS = new Set(
  `ade adp apk app appx asp aspx bat cab chm cmd com cpl dll dmg docm exe gadget hta htm html inf ins iso jar js jse
  jsp lnk mde mjs msc msi msp mst pif php pl pptm ps1 py rb reg scr sct sh shtml svg svgz swf sys vb vbe vbs wasm ws
  wsc wsf wsh xhtml xlsm xml xsl`.split(/\s+/),
);
// Control characters, invisible characters, and bidirectional marks, which can make `gpj.exe` look like
// `exe.jpg`.
const HIDDEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const MARKUP = /^\s*(?:<\?xml|<!doctype|<html|<svg|<script|<head|<body|<iframe|<!--)/i;
const SCRIPTED = /<script[\s>]|javascript:/i;
const TEST_VIRUS = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';
/** Markers of active PDF content: scripts, launch actions, and embedded files. */
const ACTIVE_PDF = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia)\b/;
const TAKEN = 'You can upload PDFs, pictures, text files, and CSV files.';

/**
 * Normalizes a file name: composes its Unicode characters, trims it, and shortens it before the extension if
 * it is too long.
 */
export function tidyName(name: string): string {
  const tidy = name.normalize('NFC').trim();
  if (tidy.length <= LONGEST_NAME) return tidy;
  const ending = /\.[^.]{1,8}$/.exec(tidy)?.[0] ?? '';
  return `${Array.from(tidy.slice(0, LONGEST_NAME - ending.length - 1)).join('')}…${ending}`;
}

/** Returns the problem with a file name, or null if there is none. */
export function problemWithName(name: string): FileProblem | null {
  if (name === '' || HIDDEN.test(name))
    return problem('name', 'The file name contains hidden characters. Rename the file and try again.');
  if (/[/\\<>:"|?*]/.test(name) || name.startsWith('.'))
    return problem(
      'name',
      "The file name contains a character that isn't allowed. Rename the file and try again.",
    );
  const endings = getEndings(name);
  const dangerous = endings.find((ending) => DANGEROUS.has(ending.trim()));
  if (dangerous !== undefined)
    return problem(
      'ending',
      `The file name contains “.${dangerous}”, a file type that can run programs. ${TAKEN}`,
    );
  return kindByName(name) ? null : problem('ending', `We can't accept this type of file. ${TAKEN}`);
}

/** Returns the problem with a file's size in bytes, or null if there is none. */
export function problemWithSize(size: number): FileProblem | null {
  if (size === 0) return problem('empty', 'The file is empty.');
  return size > LARGEST_FILE_BYTES
    ? problem('size', `The file is ${(size / 1024 / 1024).toFixed(1)} MB. Files can be up to 10 MB.`)
    : null;
}

/** Checks a file's name, size, and content. Returns the accepted file or the problem. */
export function checkFile(rawName: string, bytes: Uint8Array): FileAccepted | FileProblem {
  const name = tidyName(rawName);
  const early = problemWithSize(bytes.length) ?? problemWithName(name);
  if (early) return early;
  const named = kindByName(name);
  const detected = getKind(bytes);
  if (!named || !detected) return problem('content', `The file's content doesn't match its name. ${TAKEN}`);
  if (!agree(named, detected))
    return problem(
      'content',
      `The file name ends in “.${getEndings(name).at(-1)}”, but this is a “.${detected.endings[0]}” file. Rename the file and try again.`,
    );
  const harm = harmIn(bytes, detected.mimeType);
  return harm ?? { name, mimeType: named.mimeType };
}

function harmIn(bytes: Uint8Array, mimeType: string): FileProblem | null {
  const text = latin(bytes, 0, bytes.length);
  if (text.includes(TEST_VIRUS))
    return problem('virus', "This file contains a known virus, so we didn't save it.");
  if (mimeType === 'application/pdf')
    return ACTIVE_PDF.test(text)
      ? problem(
          'active',
          'This PDF contains scripts or other files. Print it to a new PDF and upload the new file.',
        )
      : null;
  if (mimeType.startsWith('text/'))
    return MARKUP.test(text) || SCRIPTED.test(text)
      ? problem(
          'active',
          `Web pages and drawings can contain scripts, so we can't accept this file. ${TAKEN}`,
        )
      : null;
  return getPixels(bytes) > MAX_PIXELS
    ? problem('pixels', 'The picture is larger than 60 megapixels. Choose a smaller picture.')
    : null;
}

/** Returns the number of pixels according to a PNG, GIF, or WebP header; 0 for other formats. */
function getPixels(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30) return 0;
  if (bytes[0] === 0x89) return view.getUint32(16) * view.getUint32(20);
  if (bytes[0] === 0x47) return view.getUint16(6, true) * view.getUint16(8, true);
  if (latin(bytes, 12, 16) === 'VP8X')
    return (1 + (view.getUint32(24, true) & 0xffffff)) * (1 + (view.getUint32(26, true) >>> 8));
  return 0;
}

const problem = (reason: string, message: string): FileProblem => ({ reason, message });
