/** Path of a Chromium; installs one where none is found. Throws without. */
export function ensureChromium(): string
