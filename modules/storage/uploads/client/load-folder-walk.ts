import { loadInTime } from '../../../web/ui.ts'

/** Loads the code that walks dropped folders. */
export const loadFolderWalk = loadInTime(() => import('./walk-entries.ts'))
