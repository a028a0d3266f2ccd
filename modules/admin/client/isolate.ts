/** A path or a message in a text: without isolation, a text from right to left shows `/mnt/backup` as `mnt/backup/`. */
export const isolate = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' ? `\u2068${text}\u2069` : text
