// Types for JavaScript files that run before packages are installed.

declare module '*/scripts/chromium.mjs' {
  export function findOrInstallChromium(): Promise<{ chromium: string | null; shell: string | null }>;
}

declare module '*/scripts/debian-postgres.mjs' {
  export function newestDebianPostgres(): string | null;
}

declare module '*/scripts/prepare.mjs' {
  export const BUILD_STAMP: string;
  export function computeSourcesFingerprint(): string;
  export function buildChanges(): Promise<boolean>;
}
