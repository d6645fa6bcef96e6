import { Download, Printer } from 'lucide-react';
import { downloadText } from '@/lib/download';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { CopyButton } from '@/ui/copy-button';

/** Renders the recovery codes once, to copy, download, or print. */
export function CodesShown({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <div className="flex flex-col gap-5">
      <AlertBox kind="warning" fact="We show these codes only once.">
        Each code works once in place of the app. Keep them somewhere you can find without your phone.
      </AlertBox>
      <ol aria-label="Recovery codes" className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="figures font-medium">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy" />
        <Button
          size="sm"
          onClick={() => downloadText('sandbank-recovery-codes.txt', `${TITLE}\n\n${text}\n`, 'text/plain')}
        >
          <Download className="size-4" /> Download
        </Button>
        <Button size="sm" onClick={() => printText(codes)}>
          <Printer className="size-4" /> Print
        </Button>
      </div>
      <Button variant="primary" className="self-end" onClick={onDone}>
        I saved them
      </Button>
    </div>
  );
}

const TITLE = 'Sandbank recovery codes. Each works once.';

/** Prints the codes as a separate document, without the surrounding page. */
function printText(codes: readonly string[]): void {
  const sheet = document.createElement('iframe');
  sheet.hidden = true;
  document.body.append(sheet);
  const page = sheet.contentDocument;
  if (page && sheet.contentWindow) {
    const list = page.createElement('ol');
    for (const code of codes) {
      const item = page.createElement('li');
      item.textContent = code;
      list.append(item);
    }
    const heading = page.createElement('h1');
    heading.textContent = TITLE;
    page.body.append(heading, list);
    sheet.contentWindow.addEventListener('afterprint', () => sheet.remove());
    sheet.contentWindow.print();
  }
}
