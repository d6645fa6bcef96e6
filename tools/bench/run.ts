// `npm run bench [-- NAME]`: runs measurements, each with a reference in the same run. On shared machines,
// only the ratio matters. Nothing is asserted.
import { benchAdvance } from './advance.ts';
import { benchBrowser } from './browser.ts';
import { benchDue } from './due.ts';
import { benchEngine } from './engine.ts';
import { benchGrowth } from './growth.ts';
import { benchImport } from './import.ts';
import { benchInteractions } from './interactions.ts';
import { benchLite } from './lite.ts';
import { benchProcesses } from './processes.ts';
import { benchRequests } from './requests.ts';
import { benchSearch } from './search.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchSubscribers } from './subscribers.ts';

const [, , name, ...settings] = process.argv;

if (name === 'engine') benchEngine();
else if (name === 'advance') await benchAdvance();
else if (name === 'browser') await benchBrowser(settings.map(Number)[0]);
else if (name === 'interactions') await benchInteractions();
else if (name === 'due') await benchDue(settings.map(Number));
else if (name === 'growth') await benchGrowth(settings.map(Number));
else if (name === 'import') await benchImport(settings.map(Number));
else if (name === 'lite') await benchLite();
else if (name === 'processes') await benchProcesses(settings.map(Number));
else if (name === 'search') await benchSearch(settings.map(Number));
else if (name === 'soak') await benchSoak(settings.map(Number));
else if (name === 'start') await benchStart();
else if (name === 'subscribers') await benchSubscribers(settings.map(Number));
else await benchRequests(name);
