import { lazyComponent } from '../../../../web/ui.ts'

/** Not in the first load: nothing is cut or copied then. */
export const PasteBar = lazyComponent(async () => (await import('./PasteBar.tsx')).PasteBar)
