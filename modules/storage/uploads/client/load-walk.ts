import { loadWithRetry } from '../../../web/ui.ts'

/** Loads the code that walks dropped folders. */
export const loadWalk = loadWithRetry(() => import('./walk-entries.ts'))
