/** The settings of a proof. The defaults give meaningful results after some minutes on two cores. */
export type ProofSettings = {
  /** The number of rounds. Defaults to the proof's own. */
  rounds?: number;
  /** The seed of random choices. */
  seed?: number;
  /** Reports progress line by line. */
  log: (line: string) => void;
};

export type ProofResult = {
  /** The number of tries, as text. */
  tried: string;
  /** The result as text, with the failures if any. */
  outcome: string;
  ok: boolean;
};

/**
 * A long-running proof. `proofs/NAME.ts` exports it as `proof`. It must clean up, also after failures. An
 * exception counts as a failure.
 */
export type Proof = {
  /** The name of its file. */
  name: string;
  title: string;
  run(settings: ProofSettings): Promise<ProofResult>;
};
