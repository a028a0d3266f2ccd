export {
  announceIfUnknown,
  type ChosenFolder,
  type DestinationNoteProps,
  downloadItem,
  FileBrowser,
  type FilesExtension,
  FilesExtensionsContext,
  FilesLayout,
  type FilesPageData,
  type FilesSectionProps,
  type FilesTools,
  FolderField,
  LoadFailed,
  SearchDialog,
  type SearchEntries,
  type SearchEntry,
  type SearchSource,
  SearchSourcesContext,
  StorageUsageCards,
  saveUrl,
  TrafficChart,
  useFilesTools,
  useItemChanges,
} from './files-ui/ui.ts'
export { createNameQuestions, NameQuestions } from './operations/ui.ts'
export { pageData } from './pages/page-data.ts'
export { pageTitle } from './pages/page-title.ts'
export {
  createViewer,
  ItemIcon,
  LazyViewer as Viewer,
  listingSource,
  MediaPreview,
  mediaPreviewUrl,
  RowThumbnail,
  TileThumbnail,
  type ViewerSource,
  viewHref,
} from './previews/ui.ts'
export {
  prefetchVisitorRemote,
  type RemoteApi,
  type RemoteTarget,
  RemoteUploads,
  VisitorRemoteUploads,
} from './remote-upload/ui.ts'
export {
  changedAt,
  createListing,
  createSelection,
  hrefOf,
  type ItemPage,
  iconKindOf,
  type ListingStore,
  randomUuid,
  type SelectionStore,
} from './tree/ui.ts'
export {
  DropOverlay,
  pastedFiles,
  type UploadRoutes,
  UploadsProvider,
  type UploadTarget,
  useUploads,
  useUploadsBusy,
  VisitorUploads,
} from './uploads/ui.ts'
