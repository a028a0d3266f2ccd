/**
 * Receives what is shared to the installed app: keeps the files in IndexedDB and opens the files page, which asks where to
 * upload them (modules/storage/uploads/client/shared-files.ts reads them).
 */
const databaseName = 'coffer-shared-files'
const storeName = 'files'

const opened = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { autoIncrement: true })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const keepFiles = async (files) => {
  const database = await opened()
  const transaction = database.transaction(storeName, 'readwrite')
  for (const file of files) transaction.objectStore(storeName).add(file)
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  database.close()
}

const receive = async (request) => {
  try {
    const form = await request.formData()
    await keepFiles(form.getAll('files').filter((file) => file instanceof File))
    return Response.redirect('/platform/files?shared=received', 303)
  } catch {
    return Response.redirect('/platform/files?shared=failed', 303)
  }
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'POST') event.respondWith(receive(event.request))
})
