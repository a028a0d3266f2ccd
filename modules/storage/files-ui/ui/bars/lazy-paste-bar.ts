import { lazyComponent } from '../../../../web/ui.ts'

/** Loaded when something is cut or copied, because nothing is when the page opens. */
export const LazyPasteBar = lazyComponent(async () => (await import('./PasteBar.tsx')).PasteBar)
