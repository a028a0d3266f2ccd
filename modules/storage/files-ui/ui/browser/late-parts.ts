import { lazyComponent } from '../../../../web/ui.ts'

/** Parts of the list that the first view does not have. They load right after it, with what opens them. */
export const LoadingList = lazyComponent(async () => (await import('./LoadingList.tsx')).LoadingList)
export const NameEditor = lazyComponent(async () => (await import('./NameEditor.tsx')).NameEditor)
export const SelectedHeader = lazyComponent(async () => (await import('./SelectedHeader.tsx')).SelectedHeader)
/** Nothing is selected when the page opens. */
export const SelectionBar = lazyComponent(async () => (await import('../bars/SelectionBar.tsx')).SelectionBar)

export const prefetchLateParts = (): void => {
  LoadingList.prefetch()
  NameEditor.prefetch()
}
