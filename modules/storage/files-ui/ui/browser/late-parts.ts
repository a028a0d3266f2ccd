import { lazyComponent } from '../../../../web/ui.ts'

/** Parts of the list that the first view does not have. They load right after it, with what opens them. */
export const LateLoadingList = lazyComponent(async () => (await import('./LoadingList.tsx')).LoadingList)
export const LateNameEditor = lazyComponent(async () => (await import('./NameEditor.tsx')).NameEditor)
export const LateSelectedHeader = lazyComponent(async () => (await import('./SelectedHeader.tsx')).SelectedHeader)
/** Nothing is selected when the page opens. */
export const LateSelectionBar = lazyComponent(async () => (await import('../bars/SelectionBar.tsx')).SelectionBar)

export const prefetchLateParts = (): void => {
  LateLoadingList.prefetch()
  LateNameEditor.prefetch()
}
