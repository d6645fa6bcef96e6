/** What one proof is told. Each has numbers of its own that mean something in some minutes on two cores. */
export type ProofSettings = {
  /** How often to try; the proof's own number when absent. */
  rounds?: number;
  /** Where random choices begin: the same seed makes the same choices. */
  seed?: number;
  /** Tells how far it has come, one line at a time. */
  log: (line: string) => void;
};

export type ProofResult = {
  /** What was tried and how often, in words. */
  tried: string;
  /** What was found, in words; what was wrong, when something was. */
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
