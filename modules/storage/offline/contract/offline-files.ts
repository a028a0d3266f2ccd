import { content, endpoint, object, oneOf } from '../../../shared/contract.ts'

/** The service worker and its page are in charge of URLs below it. */
export const offlineScope = '/platform/'
export const offlineWorkerPath = '/platform/offline/worker.js'

/** A part of the offline page. All are the same for everybody: data come from the browser's own database. */
export const showOfflineFile = endpoint({
  method: 'GET',
  path: '/platform/offline/:file',
  summary: 'Download a part of the page that is shown without a connection',
  access: 'public',
  params: object({ file: oneOf(['worker.js', 'store.js', 'page', 'page.js', 'page.css']) }),
  response: { 200: content('*/*', ['cache-control']) },
  errors: [],
})
