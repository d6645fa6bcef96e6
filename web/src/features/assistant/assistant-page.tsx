import { History, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { ConversationPage } from './conversation/conversation';
import { HistoryList } from './history/history-list';
import { useLeftovers } from './history/use-deletion';

/** The assistant's page: a conversation with earlier ones beside it, or in a sheet on phones. */
export default function AssistantPage() {
  const { '*': path = '' } = useParams();
  const conversation = path.split('/')[0] || null;
  const [showsHistory, setShowsHistory] = useState(false);
  const navigate = useNavigate();
  useLeftovers();
  const begin = () => void navigate('/assistant');
  return (
    <Page
      title="Virtual Assistant"
      docked={false}
      className="flex flex-1 flex-col pb-0!"
      actions={
        <>
          <Button className="lg:hidden" onClick={() => setShowsHistory(true)}>
            <History aria-hidden className="size-4.5" strokeWidth={1.5} />
            <span className="max-sm:sr-only">History</span>
          </Button>
          {conversation !== null && (
            <Button asChild>
              <Link to="/assistant">
                <Plus aria-hidden className="size-4.5" strokeWidth={1.5} />
                <span className="max-sm:sr-only">
                  New<span className="sr-only"> conversation</span>
                </span>
              </Link>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-1 gap-x-14">
        <ConversationPage conversation={conversation} />
        <aside
          aria-labelledby="history"
          className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] w-62 shrink-0 self-start overflow-y-auto pb-6 lg:block print:hidden"
        >
          <h2 id="history" className="mb-2 font-semibold text-base">
            Conversations
          </h2>
          <HistoryList current={conversation} onGone={begin} />
        </aside>
      </div>
      <Dialog open={showsHistory} onOpenChange={setShowsHistory} title="Conversations">
        <HistoryList current={conversation} onGone={begin} onDone={() => setShowsHistory(false)} />
      </Dialog>
    </Page>
  );
}
