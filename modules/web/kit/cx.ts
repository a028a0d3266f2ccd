/** Joins class names; drops everything but non-empty strings. */
export const cx = (...names: unknown[]): string => names.filter((name) => typeof name === 'string' && name).join(' ')
