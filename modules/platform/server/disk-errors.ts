const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Whether an error says that the disk, or the share of it that the account may use, is full. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))

/** Whether an error says that the disk is full or read-only. */
export const isDiskProblem = (error: unknown): boolean => isDiskFull(error) || codeOf(error) === 'EROFS'
