/** The code that waits for thumbnails is fetched when the first one is missing. */
export const loadPendingThumbnails = () => import('./pending-thumbnails.ts')
