/** Shows the offline page in place of a page that cannot be loaded. It keeps no response of the app, and answers nothing else. */
importScripts('/platform/offline/store.js')

const cacheName = 'coffer-offline-{version}'
const page = '/platform/offline/page'
const files = [page, '/platform/offline/page.js', '/platform/offline/page.css', '/platform/offline/store.js']

const keepFiles = async () => {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
  await self.skipWaiting()
}

const removeOldFiles = async () => {
  const names = await caches.keys()
  const isOld = (name) => name.startsWith('coffer-offline-') && name !== cacheName
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
}

// The files are the same whatever a request accepts.
const kept = (request) => caches.match(request, { cacheName, ignoreVary: true })

const open = async ({ request, preloadResponse }) => {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    const hasFolders = (await self.readOffline()) !== null
    return (hasFolders && (await kept(page))) || Response.error()
  }
}

const read = async (request) => (await kept(request)) ?? fetch(request)

self.addEventListener('install', (event) => event.waitUntil(keepFiles()))
self.addEventListener('activate', (event) => event.waitUntil(removeOldFiles()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (files.includes(new URL(request.url).pathname)) event.respondWith(read(request))
})
