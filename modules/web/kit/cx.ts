/** Joins class names; whatever is no non-empty string is left out. */
export const cx = (...names: unknown[]): string => names.filter((name) => typeof name === 'string' && name).join(' ')
