/** Path of a Chromium; installs one when none is found. Throws when that fails. */
export function ensureChromium(): string
