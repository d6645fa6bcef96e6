// Reports a server's heap size after garbage collection. The server preloads this file.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', (message) => {
  if (message !== 'memory') return;
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ memory: { heap: heapUsed, external, rss } });
});
