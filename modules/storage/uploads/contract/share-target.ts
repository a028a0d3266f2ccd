import { content, endpoint, redirect } from '../../../shared/contract.ts'
import { shareTargetPath } from '../../../web/contract.ts'

/** Its scope is `/share-target/`: it never handles requests of pages or files. */
export const showShareTargetWorker = endpoint({
  method: 'GET',
  path: '/share-target/worker.js',
  summary: 'Download the service worker that receives files shared to the installed app',
  access: 'public',
  response: { 200: content('text/javascript', ['cache-control']) },
  errors: [],
})

/**
 * The share target of the web app manifest. The service worker answers in its place and keeps the files in the browser until
 * the person chooses a folder, because a shared form has no CSRF token. Without it nothing is stored.
 */
export const receiveSharedFiles = endpoint({
  method: 'POST',
  path: shareTargetPath,
  summary: 'Return to the files, because the app cannot receive shared files yet',
  access: 'public',
  scope: 'none',
  csrf: false,
  bodyKind: 'stream',
  streamBody: { part: 'files' },
  response: { 303: redirect },
  errors: [],
})
