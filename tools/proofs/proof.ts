/** The settings of a proof. The defaults give meaningful results within several minutes on two cores. */
export type ProofSettings = {
  /** The number of rounds. Each proof has its own default. */
  rounds?: number;
  seed?: number;
  /** Reports progress line by line. */
  log: (line: string) => void;
};

export type ProofResult = {
  /** A description of the cases that were tried, including their number. */
  tried: string;
  /** The result in words, including any failures. */
  outcome: string;
  ok: boolean;
};

/**
 * A long-running proof. A file in this folder or its subfolders exports it as `proof`. It must clean up even
 * after failures. An exception counts as a failure.
 */
export type Proof = {
  /** The name in `npm run prove -- NAME`, as a string literal that run.ts finds in the file. */
  name: string;
  title: string;
  run(settings: ProofSettings): Promise<ProofResult>;
};
