import { deferred } from '../../../../web/ui.ts'
import type { ViewerProps } from './types.ts'

/** The viewer for lists of other modules; its code comes when it is first shown. */
export const LazyViewer = deferred<ViewerProps>(async () => (await import('./Viewer.tsx')).Viewer)
