export { rootLevel } from './client/folder-tree.ts'
export { favoriteOf, type SidebarData } from './client/sidebar.store.ts'
export { resolveView, rootKey, sortQueryOf, viewKeyOf } from './client/view-settings.ts'
export { announceIfUnknown } from './ui/announce-if-unknown.ts'
export { FileBrowser } from './ui/browser/FileBrowser.tsx'
export { downloadItem, saveUrl } from './ui/browser/open-item.ts'
export { TrashBrowser } from './ui/browser/TrashBrowser.tsx'
export { type ChosenFolder, FolderField } from './ui/dialogs/FolderField.tsx'
export {
  type SearchEntries,
  type SearchEntry,
  type SearchSource,
  SearchSourcesContext,
} from './ui/extensions/search-entries.ts'
export {
  type DestinationNoteProps,
  type FilesExtension,
  FilesExtensionsContext,
  type FilesSectionProps,
  type FilesTools,
} from './ui/extensions/types.ts'
export { useFilesTools } from './ui/extensions/useFilesTools.ts'
export { FilesLayout } from './ui/FilesLayout.tsx'
export type { FilesPageData } from './ui/FilesProvider.tsx'
export { LoadFailed } from './ui/LoadFailed.tsx'
export { SearchDialog } from './ui/search-dialog/lazy-search-dialog.ts'
export { AccountStoragePage, StorageUsageCards } from './ui/usage/AccountStoragePage.tsx'
export { TrafficChart } from './ui/usage/TrafficChart.tsx'
export { useItemChanges } from './ui/usage/useItemChanges.ts'
