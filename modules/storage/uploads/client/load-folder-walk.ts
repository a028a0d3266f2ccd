import { loadWithRetry } from '../../../web/ui.ts'

/** Loads the code that walks dropped folders. */
export const loadFolderWalk = loadWithRetry(() => import('./walk-entries.ts'))
