/** How a customer proves anew that it is them: by a code of their app, or where there is none by the password. */
export type Proof = { factorId: string; code: string } | { email: string; password: string };
