import { dayMs } from '../../../shared/contract.ts'
import { readStorage, writeStorage } from '../../../web/contract.ts'
import { deleteOfflineFolders, offlineDatabase } from '../../../web/ui.ts'
import type { Item, ListSorting, ParentRef } from '../../tree/contract.ts'
import { offlineScope, offlineWorkerPath } from '../contract.ts'

/** A row as the offline page shows it. */
interface OfflineRow {
  name: string
  /** Path of a folder's page. */
  path: string | null
  thumbnail: string | null
  /** Size and time. */
  texts: string[]
}

/** A folder or list, as it was read at `at`. */
export interface OfflineFolder {
  /** Path of its page. */
  path: string
  name: string
  /** Times in ms since 1970. */
  at: number
  openedAt: number
  sorting: ListSorting
  total: number
  root: Item | null
  parents: ParentRef[]
  items: Item[]
  rows: OfflineRow[]
  crumbs: { name: string; path: string }[]
}

/** Language, look and texts of the offline page, which has none of its own. */
export interface OfflineTexts {
  locale: string
  direction: string
  zone: string | undefined
  app: string
  texts: Record<'bar' | 'from' | 'missing' | 'kept' | 'partly' | 'empty' | 'path', string>
}

/** First rows of a folder that are kept. */
export const maxOfflineRows = 200
const maxFolders = 10
const maxAgeMs = 7 * dayMs
const [folderStore, aboutStore] = ['folders', 'about']
const aboutKey = 'about'

/** Id of the account whose last folders this browser keeps; null while that is off. */
export const offlineAccount = (): string | null => readStorage(offlineDatabase)

export const isOfflineSupported = (): boolean => 'serviceWorker' in navigator && 'indexedDB' in window

/** Null when the database does not exist and is not to be created: it was deleted, by a sign-out for instance. */
const open = ({ creates }: { creates: boolean }): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    const request = indexedDB.open(offlineDatabase, 1)
    request.onupgradeneeded = () => {
      if (!creates) return request.transaction?.abort()
      request.result.createObjectStore(folderStore, { keyPath: 'path' })
      request.result.createObjectStore(aboutStore)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(null)
  })

type Stores = Record<'folders' | 'about', IDBObjectStore>
/**
 * Runs `work` in one transaction; its callback gets the account to which the stored folders belong. `creates`: creates a
 * database that does not exist; otherwise nothing is done.
 */
export const transactOffline = async (
  work: (stores: Stores, account: unknown) => void,
  { creates = false } = {},
): Promise<void> => {
  const database = await open({ creates })
  if (!database) return
  database.onversionchange = () => database.close()
  const transaction = database.transaction([folderStore, aboutStore], 'readwrite')
  const stores = { folders: transaction.objectStore(folderStore), about: transaction.objectStore(aboutStore) }
  const request = stores.about.get(aboutKey)
  request.onsuccess = () => work(stores, (request.result as { account?: string } | undefined)?.account)
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  }).finally(() => database.close())
}

/** Keeps folders of this account on this device. Only here the database is created. */
export const beginOffline = async (account: string, texts: OfflineTexts): Promise<void> => {
  writeStorage(offlineDatabase, account)
  await navigator.serviceWorker.register(offlineWorkerPath, { scope: offlineScope })
  await transactOffline(
    ({ folders, about }, owner) => {
      if (owner !== account) folders.clear()
      about.put({ ...texts, account }, aboutKey)
    },
    { creates: true },
  )
}

/** Ends it, and deletes everything of it. */
export const endOffline = async (): Promise<void> => {
  deleteOfflineFolders()
  writeStorage(offlineDatabase, null)
  const registration = await navigator.serviceWorker?.getRegistration(offlineScope)
  await registration?.unregister()
  for (const name of await caches.keys()) if (name.startsWith('coffer-offline-')) await caches.delete(name)
}

/** Without links, members and other people, the owner included: the list shows what the folder contains, no more. */
const withoutPeople = ({ attributes: { owner: _owner, ...attributes }, ...item }: Item): Item => ({
  ...item,
  attributes,
  relationships: {},
})

/** Keeps a folder, and deletes the oldest. Does nothing once this account's folders were deleted. */
export const keepFolder = async (account: string, folder: Omit<OfflineFolder, 'openedAt'>): Promise<void> => {
  if (offlineAccount() !== account) return
  await transactOffline(({ folders }, owner) => {
    if (owner !== account) return
    const root = folder.root && withoutPeople(folder.root)
    folders.put({ ...folder, openedAt: Date.now(), root, items: folder.items.map(withoutPeople) })
    const request = folders.getAll()
    request.onsuccess = () => {
      const kept = (request.result as OfflineFolder[]).sort((one, other) => other.openedAt - one.openedAt)
      for (const [index, { path, at }] of kept.entries())
        if (index >= maxFolders || Date.now() - at > maxAgeMs) folders.delete(path)
    }
  })
}

/** A kept folder of this account; null when it is not kept. */
export const readFolder = async (account: string, path: string): Promise<OfflineFolder | null> => {
  let found: OfflineFolder | null = null
  await transactOffline(({ folders }, owner) => {
    if (owner !== account) return
    const request = folders.get(path)
    request.onsuccess = () => {
      const folder = request.result as OfflineFolder | undefined
      if (folder && Date.now() - folder.at <= maxAgeMs) found = folder
    }
  })
  return found
}
