/** A time as the API sends it; null for none. */
export const toIso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null
