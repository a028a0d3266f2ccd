/**
 * The folders that this browser keeps for offline use, for the service worker and the offline page.
 * modules/storage/offline/client/offline-folders.ts writes them.
 */
const offlineDatabase = 'coffer-offline'
const maxAgeMs = 7 * 86_400_000

/** The texts of the page, and the folders that are younger than a week, newest first; deletes the others. Null without any. */
self.readOffline = () =>
  new Promise((resolve) => {
    const request = indexedDB.open(offlineDatabase, 1)
    // It was deleted, or never created.
    request.onupgradeneeded = () => request.transaction.abort()
    request.onerror = () => resolve(null)
    request.onsuccess = () => {
      const database = request.result
      const transaction = database.transaction(['folders', 'about'], 'readwrite')
      const store = transaction.objectStore('folders')
      const about = transaction.objectStore('about').get('about')
      const all = store.getAll()
      let kept = []
      all.onsuccess = () => {
        const isOld = ({ at }) => Date.now() - at > maxAgeMs
        for (const { path } of all.result.filter(isOld)) store.delete(path)
        kept = all.result.filter((folder) => !isOld(folder)).sort((one, other) => other.openedAt - one.openedAt)
      }
      const end = () => {
        database.close()
        resolve(about.result && kept.length > 0 ? { about: about.result, folders: kept } : null)
      }
      transaction.oncomplete = end
      transaction.onabort = end
    }
  })
