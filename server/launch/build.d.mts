/** Builds browser and server bundles when an input has changed since the last build. */
export function ensureBuilt(): void
