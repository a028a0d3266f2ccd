import type { Journal, JournalEntry } from './journal.ts'

const storeName = 'uploads'

const opened = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** The journal of one account in this browser, in IndexedDB. */
export const idbJournal = (account: string): Journal => {
  let database: Promise<IDBDatabase> | null = null
  const run = async <T>(
    mode: IDBTransactionMode,
    fn: (store: IDBObjectStore) => IDBRequest<T> | null,
  ): Promise<T | null> => {
    database ??= opened(`coffer-uploads-${account}`)
    const transaction = (await database).transaction(storeName, mode)
    const request = fn(transaction.objectStore(storeName))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request ? request.result : null)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    all: async () => (await run<JournalEntry[]>('readonly', (entries) => entries.getAll())) ?? [],
    put: async (added) => {
      await run('readwrite', (entries) => {
        for (const entry of added) entries.put(entry)
        return null
      })
    },
    remove: async (ids) => {
      await run('readwrite', (entries) => {
        for (const id of ids) entries.delete(id)
        return null
      })
    },
  }
}
