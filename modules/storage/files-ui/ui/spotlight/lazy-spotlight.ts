import { lazyComponent } from '../../../../web/ui.ts'

/** The search dialog of every signed-in page, loaded on demand. */
export const Spotlight = lazyComponent(async () => (await import('./Spotlight.tsx')).default)
