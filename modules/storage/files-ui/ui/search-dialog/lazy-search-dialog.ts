import { lazyComponent } from '../../../../web/ui.ts'

/** The search dialog of every signed-in page, loaded on demand. */
export const SearchDialog = lazyComponent(async () => (await import('./SearchDialog.tsx')).default)
