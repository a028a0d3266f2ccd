import { lazyComponent } from '../../../web/ui.ts'

/** Loads the queue, its panel and its dialogs. */
export const loadRuntime = async () => (await import('./UploadsRuntime.tsx')).UploadsRuntime

export const UploadsRuntime = lazyComponent(loadRuntime)

/** Delay after which it is loaded though nobody asked for it, so that the page has settled. */
export const loadDelayMs = 1_000
