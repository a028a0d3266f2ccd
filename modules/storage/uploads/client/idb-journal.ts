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
  type Work<T> = (store: IDBObjectStore) => IDBRequest<T> | null
  const attempt = async <T>(connection: IDBDatabase, mode: IDBTransactionMode, fn: Work<T>): Promise<T | null> => {
    const transaction = connection.transaction(storeName, mode)
    const request = fn(transaction.objectStore(storeName))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request ? request.result : null)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  /**
   * Browsers close connections of hidden tabs, and all when their data are cleared: the work is repeated once on a new one.
   */
  const run = async <T>(mode: IDBTransactionMode, fn: Work<T>, { isRetry = false } = {}): Promise<T | null> => {
    database ??= opened(`coffer-uploads-${account}`)
    const used = database
    try {
      return await attempt(await used, mode, fn)
    } catch (error) {
      if (database === used) database = null
      void used.then((connection) => connection.close()).catch(() => undefined)
      // A full disk is full on a new connection too.
      if (isRetry || (error as Error | null)?.name === 'QuotaExceededError') throw error
      return run(mode, fn, { isRetry: true })
    }
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
