import { Archive, type Part } from './archive';

/** A message of the page: a part, or the end. */
export type ArchiveMessage = Part | { kind: 'end' };

const archive = new Archive();

// Compresses in a worker, because it takes long. Acknowledges each part, so that few queue up.
self.onmessage = ({ data }: MessageEvent<ArchiveMessage>) => {
  if (data.kind === 'end') self.postMessage(archive.finish());
  else {
    archive.add(data);
    self.postMessage(null);
  }
};
