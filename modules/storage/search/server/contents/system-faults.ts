/** Whether the system could not read a file, as while its disk is away: such an error says nothing of what is in it. */
export const isSystemFault = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string'
