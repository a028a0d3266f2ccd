export { dropFolder, dropLostFolders } from './client/lost-folders.ts'
export {
  beginOffline,
  endOffline,
  isOfflineSupported,
  keepFolder,
  maxOfflineRows,
  type OfflineTexts,
  offlineAccount,
  readFolder,
} from './client/offline-folders.ts'
