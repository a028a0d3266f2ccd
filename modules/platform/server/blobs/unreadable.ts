/** Error codes of a disk or file system that cannot read a certain place. */
const codes = new Set(['EIO', 'EREMOTEIO', 'EBADMSG', 'EUCLEAN', 'ENODATA', 'EILSEQ'])

/** Whether a read failed because the content is damaged on its disk: another file can still be read. */
export const isUnreadable = (error: unknown): boolean => codes.has(String((error as NodeJS.ErrnoException)?.code))
