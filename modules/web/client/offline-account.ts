import { readStorage } from './browser-storage.ts'

/**
 * The database with the folders kept for offline use (modules/storage/offline/server/offline-store.js has the same name), and the
 * entry of localStorage with the id of their account; without the entry nothing is kept.
 */
export const offlineDatabase = 'coffer-offline'

/** Deletes what this browser keeps for offline use, unless it is this account's. */
export const deleteOfflineFolders = (except?: string): void => {
  const account = readStorage(offlineDatabase)
  if (account && account !== except) indexedDB.deleteDatabase(offlineDatabase)
}
