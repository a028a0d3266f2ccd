import { yieldToMain } from './yield-to-main.ts'

/** Called once, after all scripts have run; yields before Vike resolves the page. */
export const onCreateGlobalContext = (): Promise<void> => yieldToMain(() => undefined)
