import { readWhatIfFile, toWhatIfFile } from '@engine/what-if/file.ts';
import type { WhatIf } from '@engine/what-if/what-if.ts';
import { downloadText } from '@/lib/download';

/** Larger files aren't what-ifs. */
const LARGEST_FILE_BYTES = 1024 * 1024;

/** Downloads a what-if as a file. */
export function downloadWhatIf(branch: WhatIf): void {
  downloadText(`what-if-${fileName(branch.name)}.json`, toWhatIfFile(branch), 'application/json');
}

/** Reads a what-if from a file, or returns a sentence about the problem. */
export async function openWhatIfFile(file: File): Promise<{ branch: WhatIf } | { problem: string }> {
  if (file.size > LARGEST_FILE_BYTES) return { problem: 'This file is too large to be a what-if.' };
  try {
    return readWhatIfFile(await file.text());
  } catch {
    return { problem: "We can't read this file." };
  }
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain || 'branch';
}
