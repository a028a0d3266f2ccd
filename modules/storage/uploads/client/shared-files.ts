import { showShareTargetWorker } from '../contract.ts'
import { idbJournal } from './idb-journal.ts'
import { type JournalEntry, matchKey } from './journal.ts'

/** As in server/share-target-worker.js, which writes files that belong to no account yet. */
const databaseName = 'coffer-shared-files'
const storeName = 'files'

/** A file of the account whose page has read it first: others on this device do not see it. */
interface OwnedFile {
  account: string
  file: File
  /** Time by which the journal finds the file: browsers may report another time for a file that they have stored. */
  lastModified: number
}

/** Keys of the files that were read from the store. */
const keys = new WeakMap<File, IDBValidKey>()
/** Keys of the files that this page has given to the queue, whose journal may not have them yet. */
const queued = new Set<IDBValidKey>()

const change = async (fn: (store: IDBObjectStore) => void): Promise<void> => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { autoIncrement: true })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const transaction = database.transaction(storeName, 'readwrite')
  fn(transaction.objectStore(storeName))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  }).finally(() => database.close())
}

/** Files of this account that were shared to the app; it takes over files that belong to no account yet. */
const readFiles = async (account: string): Promise<File[]> => {
  const files: File[] = []
  await change((store) => {
    const request = store.openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      const isNew = cursor.value instanceof File
      const { lastModified } = cursor.value
      const record: OwnedFile = isNew ? { account, file: cursor.value, lastModified } : cursor.value
      if (isNew) cursor.update(record)
      if (record.account === account) {
        const { name, type } = record.file
        const file = new File([record.file], name, { type, lastModified })
        files.push(file)
        keys.set(file, cursor.primaryKey)
      }
      cursor.continue()
    }
  })
  return files
}

const keyOf = (file: File) => matchKey({ path: file.name, size: file.size, lastModified: file.lastModified })

/** Shared files that wait for a folder: no upload of them exists. */
export const readSharedFiles = async (account: string): Promise<File[]> => {
  const [files, entries] = await Promise.all([readFiles(account), idbJournal(account).all()])
  const uploading = new Set(entries.map(matchKey))
  return files.filter((file) => !uploading.has(keyOf(file)) && !queued.has(keys.get(file) as IDBValidKey))
}

/** Shared files whose uploads were interrupted. */
export const readInterruptedFiles = async (account: string, interrupted: readonly JournalEntry[]): Promise<File[]> => {
  if (interrupted.length === 0) return []
  const wanted = new Set(interrupted.map(matchKey))
  return (await readFiles(account)).filter((file) => wanted.has(keyOf(file)))
}

/** Marks files that the queue has. They stay in the store until they are uploaded, because a closed app would lose them. */
export const markSharedFilesQueued = (files: readonly File[]): void => {
  for (const file of files) queued.add(keys.get(file) as IDBValidKey)
}

/** Removes files from the store: they are uploaded, or not wanted. Does nothing for files that were not shared. */
export const discardSharedFiles = async (files: readonly File[]): Promise<void> => {
  const storedKeys = files.flatMap((file) => keys.get(file) ?? [])
  if (storedKeys.length === 0) return
  await change((store) => {
    for (const key of storedKeys) store.delete(key)
  })
}

/** Lets other apps share files to this one. Does nothing in browsers without service workers. */
export const registerShareTarget = async (): Promise<void> => {
  await navigator.serviceWorker?.register(showShareTargetWorker.path)
}
