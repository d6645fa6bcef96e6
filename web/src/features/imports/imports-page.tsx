import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Page } from '@/ui/page';
import { FileDrop } from './import/file-drop';
import { type ChosenFile, ImportFlow } from './import/import-flow';
import { ImportReport } from './import/import-report';
import { PastImports } from './past-imports';

/** Imports statements of other banks: file, mapping, preview, and report. */
export default function ImportsPage() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [search, setSearch] = useSearchParams();
  const report = search.get('report');
  function showReport(id: string | null) {
    setChosen(null);
    setSearch(id ? { report: id } : {}, { replace: false });
  }
  return (
    <Page
      title={report ? 'Import results' : 'Import transactions'}
      docked={false}
      above={
        report ? (
          <Link to="/transactions/import" className="text-link">
            Import transactions
          </Link>
        ) : (
          <Link to="/transactions" className="text-link">
            Transactions
          </Link>
        )
      }
    >
      {report ? (
        <ImportReport importId={report} />
      ) : chosen ? (
        <ImportFlow
          key={chosen.key}
          chosen={chosen}
          wantedAccount={search.get('account')}
          onDone={showReport}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <>
          <FileDrop onChosen={setChosen} />
          <PastImports />
        </>
      )}
    </Page>
  );
}
