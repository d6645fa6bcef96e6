import { Archive, type Part } from './archive';

/** A message from the page: a part of the archive, or its end. */
export type ArchiveMessage = Part | { kind: 'end' };

const archive = new Archive();

// Compresses in a worker, because compression takes a long time. Acknowledges each part, so that only a few
// parts are queued.
self.onmessage = ({ data }: MessageEvent<ArchiveMessage>) => {
  if (data.kind === 'end') self.postMessage(archive.finish());
  else {
    archive.add(data);
    self.postMessage(null);
  }
};
