/** Builds browser and server bundles where an input has changed since the last build. */
export function ensureBuilt(): void
