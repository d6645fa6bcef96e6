/** The settings of one proof. Each has defaults that are meaningful after some minutes on two cores. */
export type ProofSettings = {
  /** How often to try; the proof's own number when absent. */
  rounds?: number;
  /** Where random choices begin: the same seed makes the same choices. */
  seed?: number;
  /** Tells how far it has come, one line at a time. */
  log: (line: string) => void;
};

export type ProofResult = {
  /** The number of tries, as text. */
  tried: string;
  /** The result as text, with the failures if any. */
  found: string;
  ok: boolean;
};

/**
 * A long proof. `proofs/NAME.ts` exports one as `proof` and is found by that. It ends whatever it starts and removes
 * what it writes, also when it fails; what it throws counts as a failure.
 */
export type Proof = {
  /** The name of its file. */
  name: string;
  title: string;
  run(settings: ProofSettings): Promise<ProofResult>;
};
