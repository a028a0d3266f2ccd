export {
  type AddedAction,
  AddedContext,
  type AddedList,
  type AddedToFiles,
  download as downloadItem,
  FileBrowser,
  FilesLayout,
  type FilesPageData,
  type FilesTools,
  save as saveAddress,
  useFilesTools,
  useNow,
  useZone,
} from './files-ui/ui.ts'
export { pageData } from './pages/page-data.ts'
export { pageTitle } from './pages/page-title.ts'
export {
  createViewer,
  ItemIcon,
  LazyViewer as Viewer,
  listingSource,
  RowThumb,
  TileThumb,
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
  type AddedView,
  createListing,
  createSelection,
  type ListingStore,
  type Page,
  type Picked,
  type SelectionStore,
  type View,
} from './tree/ui.ts'
export {
  type UploadActions,
  type UploadRoutes,
  UploadsProvider,
  type UploadTarget,
  useUploads,
  useUploadsBusy,
} from './uploads/ui.ts'
