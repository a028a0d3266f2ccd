import { lazyComponent } from '../../../web/ui.ts'
import { loadWalk } from '../client/load-walk.ts'

/** Loads the queue, its panel and its dialogs. */
export const loadRuntime = async () => {
  // An update of the installation would remove it before the first drop of a folder.
  loadWalk().catch(() => undefined)
  return (await import('./UploadsRuntime.tsx')).UploadsRuntime
}

export const LazyUploadsRuntime = lazyComponent(loadRuntime)
