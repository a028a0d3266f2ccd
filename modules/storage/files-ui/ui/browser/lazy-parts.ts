import { lazyComponent } from '../../../../web/ui.ts'

/** Parts of the list that the first view does not have. They load right after it, with what opens them. */
export const LazyLoadingList = lazyComponent(async () => (await import('./LoadingList.tsx')).LoadingList)
export const LazyNameEditor = lazyComponent(async () => (await import('./NameEditor.tsx')).NameEditor)
export const LazySelectedHeader = lazyComponent(async () => (await import('./SelectedHeader.tsx')).SelectedHeader)
/** Nothing is selected when the page opens. */
export const LazySelectionBar = lazyComponent(async () => (await import('../bars/SelectionBar.tsx')).SelectionBar)

export const prefetchLazyParts = (): void => {
  LazyLoadingList.prefetch()
  LazyNameEditor.prefetch()
}
