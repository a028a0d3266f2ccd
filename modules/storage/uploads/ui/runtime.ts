import { lazyComponent } from '../../../web/ui.ts'
import { loadFolderWalk } from '../client/load-folder-walk.ts'

/** Loads the queue, its panel and its dialogs. */
export const loadRuntime = async () => {
  // An update of the installation would remove it before the first drop of a folder.
  loadFolderWalk().catch(() => undefined)
  return (await import('./UploadsRuntime.tsx')).UploadsRuntime
}

export const LazyUploadsRuntime = lazyComponent(loadRuntime)
