import { describe, expect, test } from 'vitest';
import { checkFile, tidyName } from './file-checks.ts';
import { LARGEST_FILE_BYTES } from './file-kinds.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const PDF = bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF');
const JPEG = bytes('\xff\xd8\xff\xe0\x00\x10JFIF\x00and the picture itself');
const ZIP = bytes('PK\x03\x04\x14\x00\x00\x00\x08\x00and ten gigabytes of nothing');
const PROGRAM = bytes('MZ\x90\x00\x03\x00\x00\x00This program cannot be run in DOS mode.');
const SVG = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const HTML = bytes('<!DOCTYPE html><html><script>alert(1)</script></html>');

const hugePicture = () => {
  const png = new Uint8Array(64);
  png.set(bytes('\x89PNG\r\n\x1a\n'));
  new DataView(png.buffer).setUint32(16, 100_000);
  new DataView(png.buffer).setUint32(20, 100_000);
  return png;
};

describe('an accepted file', () => {
  test.each([
    ['lease.pdf', PDF, 'application/pdf'],
    ['IMG 0042.JPG', JPEG, 'image/jpeg'],
    ['photo.jpeg', JPEG, 'image/jpeg'],
    ['rows.csv', bytes('date,amount\n2026-01-01,4.50\n'), 'text/csv'],
    ['Überweisung für Oma.txt', bytes('thank you'), 'text/plain'],
    ['v1.2 final.pdf', PDF, 'application/pdf'],
  ])('%s matches its content', (name, content, mimeType) => {
    expect(checkFile(name, content)).toEqual({ name, mimeType });
  });

  test('with a long name is shortened before its extension', () => {
    const name = tidyName(`${'a'.repeat(200)}.pdf`);
    expect(name).toHaveLength(80);
    expect(name.endsWith('a….pdf')).toBe(true);
  });
});

describe('a rejected file', () => {
  test.each([
    ['a program', 'setup.exe', PROGRAM, 'ending'],
    ['a program that calls itself a PDF', 'invoice.pdf', PROGRAM, 'content'],
    ['a program that calls itself a picture', 'photo.jpg', PROGRAM, 'content'],
    ['a PDF that calls itself a program', 'invoice.pdf.exe', PDF, 'ending'],
    ['a program hidden in the name', 'invoice.exe.pdf', PDF, 'ending'],
    ['a page', 'page.html', HTML, 'ending'],
    ['a page that calls itself text', 'page.txt', HTML, 'active'],
    ['a page that calls itself a table', 'page.csv', HTML, 'active'],
    ['a drawing with a script', 'logo.svg', SVG, 'ending'],
    ['a drawing that calls itself a picture', 'logo.png', SVG, 'content'],
    ['a picture that calls itself a PDF', 'scan.pdf', JPEG, 'content'],
    ['an archive', 'all.zip', ZIP, 'ending'],
    ['an archive that calls itself a PDF', 'all.pdf', ZIP, 'content'],
    ['a document of an office', 'letter.docx', ZIP, 'ending'],
    [
      'a PDF with a script',
      'form.pdf',
      bytes('%PDF-1.7 << /OpenAction << /S /JavaScript /JS (app.alert) >> >>'),
      'active',
    ],
    ['a PDF that starts a program', 'form.pdf', bytes('%PDF-1.7 << /S /Launch /F (cmd.exe) >>'), 'active'],
    ['a known virus', 'test.txt', bytes('X5O!P%@AP[4-EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'), 'virus'],
    ['a picture of ten gigapixels', 'bomb.png', hugePicture(), 'pixels'],
    ['nothing', 'empty.pdf', new Uint8Array(0), 'empty'],
    ['too much', 'large.pdf', new Uint8Array(LARGEST_FILE_BYTES + 1), 'size'],
    ['a path', '../../etc/passwd.txt', bytes('x'), 'name'],
    ["another system's path", '..\\..\\boot.txt', bytes('x'), 'name'],
    ['a name that ends early', 'photo.jpg\u0000.exe', JPEG, 'name'],
    ['a name that reads backwards', 'invoice\u202efdp.exe', PROGRAM, 'name'],
    ['a name with a hidden mark', 'in\u200bvoice.pdf', PDF, 'name'],
    ['a hidden file', '.htaccess', bytes('x'), 'name'],
    ['no ending', 'README', bytes('x'), 'ending'],
    ['no name', '', PDF, 'name'],
  ])('%s', (_what, name, content, reason) => {
    expect(checkFile(name, content)).toMatchObject({ reason });
  });
});

test("a file whose content doesn't match is named by its own ending", () => {
  expect(checkFile('scan.jpeg', PDF)).toMatchObject({
    message: expect.stringContaining('ends in “.jpeg”, but this is a “.pdf” file'),
  });
});
