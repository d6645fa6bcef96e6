import type { ServerContext } from '../../http/context.ts';
import { BUS_PREFIX, createLogBus } from '../bus.ts';
import { createNotifyBus } from '../notify-bus.ts';
import { Processes } from '../processes.ts';
import { StoredMessages } from '../stored-messages.ts';
import { Topics } from '../topics.ts';
import { Changes } from './changes.ts';
import { createReplication, type Replication } from './replication.ts';

/**
 * Creates the sources of channel messages: other clients, other processes, and the database. Calls `onMissed`
 * if row changes were lost, so that all listeners reload.
 */
export function createFeed({ database, log }: ServerContext, onMissed: () => void) {
  const topics = new Topics();
  const processes = new Processes(topics, log);
  const stored = new StoredMessages(database, log, topics);
  let replication: Replication | null = null;
  if (database.subscriberUrl === null) {
    log.warn(
      'row changes and messages from SQL are not sent, because this database has no logical replication; processes use notifications',
    );
    processes.connect(
      createNotifyBus(database, log, {
        onMember: (name) => processes.onLive(name),
        onText: (text) => processes.receive(text),
      }),
    );
  } else {
    replication = createReplication(database.subscriberUrl, log, {
      onTransaction: (transaction) => changes.enqueue(stored.take(transaction)),
      onMessage: ({ prefix, content }) => {
        if (prefix === BUS_PREFIX) processes.receive(content);
      },
      onLive: (slot) => {
        processes.onLive(slot);
        changes.onLive();
      },
    });
    processes.connect(createLogBus(database, log, replication));
  }
  const changes = new Changes(database, log, replication, onMissed);
  return {
    topics,
    processes,
    changes,
    async close() {
      await processes.close();
      await stored.close();
      await replication?.close();
    },
  };
}
