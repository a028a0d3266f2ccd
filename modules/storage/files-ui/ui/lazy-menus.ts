import { lazyEntries } from '../../../web/ui.ts'

/** Entries of the menus of the files screens, which load with the first menu. */
export const itemMenu = lazyEntries(async () => (await import('./menus.ts')).useMenu)
export const selectionMenu = lazyEntries(async () => (await import('./menus.ts')).useSelectionMenu)
export const folderMenu = lazyEntries(async () => (await import('./useFolderMenu.ts')).useFolderMenu)
export const viewMenu = lazyEntries(async () => (await import('./bars/view-menu.ts')).useViewMenu)
export const createMenu = lazyEntries(async () => (await import('./bars/create-menu.ts')).useCreateMenu)
