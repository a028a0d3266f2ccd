export {
  beginOffline,
  dropFolder,
  endOffline,
  isOfflineSupported,
  keepFolder,
  maxOfflineRows,
  type OfflineTexts,
  offlineAccount,
  readFolder,
} from './client/offline-folders.ts'
