import { lazyComponent } from '../../../web/ui.ts'
import type { ViewerProps } from './viewer/types.ts'

/** The viewer for lists of other modules. Its code loads with the first file shown. */
export const LazyViewer = lazyComponent<ViewerProps>(async () => (await import('./viewer/Viewer.tsx')).Viewer)

/** Loads the code that polls for missing thumbnails. */
export const loadPendingThumbnails = () => import('../client/pending-thumbnails.ts')
