export {
  type ChosenFolder,
  type DestinationNoteProps,
  download as downloadItem,
  type ExtensionAction,
  type ExtensionList,
  FileBrowser,
  type FilesExtension,
  FilesExtensionsContext,
  FilesLayout,
  type FilesPageData,
  type FilesSectionProps,
  type FilesTools,
  FolderField,
  type PaletteEntries,
  type PaletteEntry,
  type PaletteSource,
  PaletteSourcesContext,
  Spotlight,
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
  GuestRemoteUploads,
  openRemoteUpload,
  prefetchGuestRemote,
  type RemoteApi,
  type RemoteTarget,
  RemoteUploads,
} from './remote-upload/ui.ts'
export {
  createListing,
  createSelection,
  type ExtensionSection,
  hrefOf,
  iconKindOf,
  type ListingStore,
  type Page,
  type Picked,
  type Section,
  type SelectionStore,
} from './tree/ui.ts'
export {
  pastedFiles,
  type UploadActions,
  type UploadRoutes,
  UploadsProvider,
  type UploadTarget,
  useUploads,
  useUploadsBusy,
} from './uploads/ui.ts'
