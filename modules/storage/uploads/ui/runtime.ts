import { lazyComponent } from '../../../web/ui.ts'

/** Loads the queue, its panel and its dialogs. */
export const loadRuntime = async () => (await import('./UploadsRuntime.tsx')).UploadsRuntime

export const LazyUploadsRuntime = lazyComponent(loadRuntime)
