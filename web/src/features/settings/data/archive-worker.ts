import { Archive, type Part } from './archive';

/** A message of the page: a part, or the end. */
export type Said = Part | { kind: 'end' };

const archive = new Archive();

// Packing takes its time: it is done beside the page. Each part is acknowledged, so that few wait in between.
self.onmessage = ({ data }: MessageEvent<Said>) => {
  if (data.kind === 'end') self.postMessage(archive.finish());
  else {
    archive.add(data);
    self.postMessage(null);
  }
};
