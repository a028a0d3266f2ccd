export { offlineScope, offlineWorkerPath, showOfflineFile } from './contract/offline-files.ts'
