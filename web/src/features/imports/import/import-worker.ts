import { type Choices, readFile } from '@/entities/statement-file/imports/recognize';
import { answerRuns } from '@/lib/workers/worker-runs';

export type FileReading = { bytes: Uint8Array; choices: Choices };

answerRuns(({ bytes, choices }: FileReading) => readFile(bytes, choices));
