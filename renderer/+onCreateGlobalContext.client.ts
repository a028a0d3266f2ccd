import { inOwnTask } from './own-task.ts'

/** Called once, when the browser has run through all scripts; finding out which page this is comes after a breath. */
export const onCreateGlobalContext = (): Promise<void> => inOwnTask(() => undefined)
