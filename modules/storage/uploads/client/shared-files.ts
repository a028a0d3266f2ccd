import { showShareTargetWorker } from '../contract.ts'

/** As in server/share-target-worker.js, which writes it. */
const databaseName = 'coffer-shared-files'
const storeName = 'files'

const run = async <Result>(
  mode: IDBTransactionMode,
  fn: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { autoIncrement: true })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const transaction = database.transaction(storeName, mode)
  const request = fn(transaction.objectStore(storeName))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      database.close()
      resolve(request.result)
    }
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Files that were shared to the app and wait for a folder. */
export const readSharedFiles = (): Promise<File[]> => run('readonly', (store) => store.getAll())

export const discardSharedFiles = (): Promise<undefined> => run('readwrite', (store) => store.clear())

/** From then on other apps can share files to this one. Does nothing in browsers without service workers. */
export const registerShareTarget = async (): Promise<void> => {
  await navigator.serviceWorker?.register(showShareTargetWorker.path)
}
