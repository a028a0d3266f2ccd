import { lazyComponent } from '../../../../web/ui.ts'

/** Loaded when something is cut or copied, because nothing is when the page opens. */
export const PasteBar = lazyComponent(async () => (await import('./PasteBar.tsx')).PasteBar)
