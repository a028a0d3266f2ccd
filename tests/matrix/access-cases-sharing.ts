import { randomUUID } from 'node:crypto'
import { type AccessCase, belonging, items, locked, open, own } from './access-case.ts'

/** The token of a file request grants access: an unknown one is 404 for all callers. */
const unknownRequest = '/api/file-request/unknown-token'
const requestCases: [string, AccessCase][] = (
  [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/uploader', {}],
    ['POST', '/submit'],
    ['GET', '/browse/all', undefined, '/browse/:id'],
    ['GET', '/navigation'],
    ['POST', '/upload'],
    ['POST', '/upload/chunks'],
    ['GET', `/upload/chunks/${randomUUID()}`, undefined, '/upload/chunks/:upload_id'],
    ['DELETE', `/upload/chunks/${randomUUID()}`, undefined, '/upload/chunks/:upload_id'],
    ['POST', '/upload/conflicts', { paths: ['x.txt'] }],
    ['POST', '/upload/remote', { urls: ['http://127.0.0.1/none'] }],
    ['GET', '/upload/remote'],
    ['DELETE', `/upload/remote/${randomUUID()}`, undefined, '/upload/remote/:batch'],
    ['DELETE', `/upload/remote/${randomUUID()}/urls/${randomUUID()}`, undefined, '/upload/remote/:batch/urls/:url'],
    ['POST', `/upload/remote/${randomUUID()}/retry`, {}, '/upload/remote/:batch/retry'],
    ['POST', '/create-folder', { name: 'x' }],
    ['PATCH', `/rename/${randomUUID()}`, { name: 'x' }, '/rename/:id'],
    ['POST', '/move', { items: [{ id: randomUUID(), type: 'file' }] }],
    ['POST', '/remove', { items: [{ id: randomUUID(), type: 'file' }] }],
  ] as [string, string, unknown?, string?][]
).map(([method, path, body, pattern = path]) => [
  `${method} /api/file-request/:token${pattern}`,
  open(`${unknownRequest}${path}`, [404], body),
])

/** The routes of share links and file requests. */
export const sharingCases: Record<string, AccessCase> = {
  'POST /api/share': belonging((has) => ({ path: '/api/share', body: { id: has.file, type: 'file' } }), [201]),
  'GET /api/share/:token': belonging((has) => ({ path: `/api/share/${has.share}` })),
  'PATCH /api/share/:token': belonging((has) => ({ path: `/api/share/${has.share}`, body: { label: 'x' } })),
  'PUT /api/share/:token': belonging((has) => ({ path: `/api/share/${has.share}`, body: { label: 'x' } })),
  'GET /api/sharing/og-site/:token': open('/api/sharing/og-site/unknown', [302]),
  'DELETE /api/share/:token': belonging((has) => ({ path: '/api/share/revoke', body: { tokens: [has.share] } })),
  'GET /api/share/:token/log': belonging((has) => ({ path: `/api/share/${has.share}/log` })),
  'GET /api/share/:token/log.csv': belonging((has) => ({ path: `/api/share/${has.share}/log.csv` })),
  'GET /api/share/:token/qr': belonging((has) => ({ path: `/api/share/${has.share}/qr` })),
  'GET /api/browse/share': own('/api/browse/share'),
  'POST /api/share/:token/email': belonging((has) => ({
    path: `/api/share/${has.share}/email`,
    body: { emails: ['ann@example.org'] },
  })),
  'DELETE /api/share/:token/recipients/:id': belonging(
    (has) => ({ path: `/api/share/${has.share}/recipients/${has.recipient}` }),
    [204],
  ),
  'GET /api/items/:id/shares': belonging((has) => ({ path: `/api/items/${has.file}/shares` })),
  'POST /api/file-request': own('/api/file-request', [201], { name: 'x' }),
  'GET /api/file-request': own('/api/file-request'),
  'PATCH /api/file-request/:token': belonging((has) => ({
    path: `/api/file-request/${has.request}`,
    body: { notes: 'x' },
  })),
  'POST /api/file-request/:token/reopen': belonging((has) => ({
    path: `/api/file-request/${has.request}/reopen`,
    body: {},
  })),
  'POST /api/file-request/:token/revoke': belonging((has) => ({
    path: `/api/file-request/${has.request}/revoke`,
    body: {},
  })),
  // File requests: tests/matrix/file-requests.test.ts tests the uploaders' access to each call.
  ...Object.fromEntries(requestCases),
  'GET /share/:token/direct': locked((token) => `/share/${token}/direct`),
  'GET /oembed': open('/oembed?url=https%3A%2F%2Felsewhere.example%2Fshare%2Funknown-token', [404]),
  'GET /share/:token/card.png': open('/share/unknown-token/card.png', [404]),
  'POST /request/:token/upload': open('/request/unknown-token/upload', [404]),
  'POST /share/:token/report': open('/share/unknown-token/report', [404], { csrf: 'x', reason: 'spam' }),
  'POST /share/:token/authenticate': open('/share/unknown-token/authenticate', [404], { csrf: 'x' }),
  // Share links: the owner's link stays locked here; the tests of sharing unlock it.
  'GET /api/sharing/:token': open('/api/sharing/unknown-token', [404]),
  'POST /api/sharing/authenticate/:token': open('/api/sharing/authenticate/unknown-token', [404], { password: 'x' }),
  'POST /api/sharing/code/:token': open('/api/sharing/code/unknown-token', [404], { email: 'unknown@example.org' }),
  'GET /api/sharing/folders/:id/:token': locked((token) => `/api/sharing/folders/all/${token}`),
  'GET /api/sharing/navigation/:token': locked((token) => `/api/sharing/navigation/${token}`),
  'GET /api/sharing/subfolders/:id/:token': locked((token) => `/api/sharing/subfolders/all/${token}`),
  'POST /api/sharing/create-folder/:token': locked((token) => `/api/sharing/create-folder/${token}`, { name: 'x' }),
  'PATCH /api/sharing/rename/:id/:token': locked((token, has) => `/api/sharing/rename/${has.file}/${token}`, {
    name: 'x',
  }),
  'POST /api/sharing/move/:token': locked((token) => `/api/sharing/move/${token}`, items(randomUUID())),
  'POST /api/sharing/undo/:token': locked((token) => `/api/sharing/undo/${token}`, { undo: 'made-up' }),
  'GET /api/sharing/operations/:id/:token': locked((token) => `/api/sharing/operations/${randomUUID()}/${token}`),
  'POST /api/sharing/operations/:id/undo/:token': locked(
    (token) => `/api/sharing/operations/${randomUUID()}/undo/${token}`,
    {},
  ),
  'POST /api/sharing/remove/:token': locked((token) => `/api/sharing/remove/${token}`, items(randomUUID())),
  'POST /api/sharing/upload/chunks/:token': locked((token) => `/api/sharing/upload/chunks/${token}`, {}),
  'POST /api/sharing/upload/:token': locked((token) => `/api/sharing/upload/${token}`, {}),
  'GET /api/sharing/upload/chunks/:upload_id/:token': locked(
    (t, has) => `/api/sharing/upload/chunks/${has.uploadId}/${t}`,
  ),
  'DELETE /api/sharing/upload/chunks/:upload_id/:token': locked(
    (token, has) => `/api/sharing/upload/chunks/${has.uploadId}/${token}`,
  ),
  'POST /api/sharing/upload/conflicts/:token': locked((token) => `/api/sharing/upload/conflicts/${token}`, {
    paths: ['x'],
  }),
  'POST /api/sharing/upload/remote/:token': locked((token) => `/api/sharing/upload/remote/${token}`, {
    urls: ['http://127.0.0.1/none'],
  }),
  'GET /api/sharing/upload/remote/:token': locked((token) => `/api/sharing/upload/remote/${token}`),
  'DELETE /api/sharing/upload/remote/:batch/:token': locked(
    (token, has) => `/api/sharing/upload/remote/${has.remoteBatch}/${token}`,
  ),
  'DELETE /api/sharing/upload/remote/:batch/urls/:url/:token': locked(
    (token, has) => `/api/sharing/upload/remote/${has.remoteBatch}/urls/${has.remoteUrl}/${token}`,
  ),
  'POST /api/sharing/upload/remote/:batch/retry/:token': locked(
    (token, has) => `/api/sharing/upload/remote/${has.remoteBatch}/retry/${token}`,
    {},
  ),
  'GET /api/sharing/zip/:token': locked((token, has) => `/api/sharing/zip/${token}?items=${has.file}|file`),
  'POST /api/sharing/zip/:token': locked((token) => `/api/sharing/zip/${token}`, items(randomUUID())),
  'GET /api/sharing/search/:token': locked((token) => `/api/sharing/search/${token}?query=x`),
  'GET /api/sharing/file/:token': locked((token) => `/api/sharing/file/${token}`),
  'GET /api/sharing/preview/:id/:token': locked((token, has) => `/api/sharing/preview/${has.file}/${token}`),
}
