import { lazyComponent } from '../../../../web/ui.ts'
import type { ViewerProps } from './types.ts'

/** The viewer for lists of other modules; its code comes when it is first shown. */
export const LazyViewer = lazyComponent<ViewerProps>(async () => (await import('./Viewer.tsx')).Viewer)
