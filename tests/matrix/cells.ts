import { randomUUID } from 'node:crypto'
import type { Belongings } from './fixture.ts'

export interface Request {
  path: string
  body?: unknown
  /** Raw body with its type, for streams. */
  raw?: { type: string; body: string }
}

export interface Cell {
  /** The request as the owner would send it. */
  request: (has: Belongings) => Request
  /** What the owner gets. */
  owner: number[]
  /** What a stranger with an account gets for the owner's ids; null: the call concerns the caller alone. */
  other: number[] | null
  anonymous: number[]
}

const signedOut = [401]
const hidden = [404]

const own = (path: string, owner = [200], body?: unknown): Cell => ({
  request: () => ({ path, body }),
  owner,
  other: null,
  anonymous: signedOut,
})
const open = (path: string, answers: number[], body?: unknown): Cell => ({
  request: () => ({ path, body }),
  owner: answers,
  other: null,
  anonymous: answers,
})
const belonging = (request: Cell['request'], owner = [200], other = hidden): Cell => ({
  request,
  owner,
  other,
  anonymous: signedOut,
})

/** A locked link refuses everybody who has not unlocked it, its owner too. */
const locked = (path: (token: string, has: Belongings) => string, body?: unknown): Cell => ({
  request: (has) => ({ path: path(has.share, has), body }),
  owner: [403],
  other: [403],
  anonymous: [403],
})

/** A request's token is its key: an unknown one is 404 for everybody. */
const unknownRequest = '/api/file-request/unknown-token'
const requestCells: [string, Cell][] = (
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

const items = (id: string, type = 'file') => ({ items: [{ id, type }] })
const chunk = (fields: Record<string, string>): Request => ({
  path: `/api/upload/chunks?${new URLSearchParams({ name: 'x.txt', upload_id: randomUUID(), offset: '0', total_size: '3', is_last_chunk: 'true', ...fields })}`,
  raw: { type: 'application/octet-stream', body: 'abc' },
})

const bundle = (fields: Record<string, string>): Request => {
  const head = JSON.stringify([{ name: 'x.txt', upload_id: randomUUID(), total_size: '3', ...fields }])
  return {
    path: `/api/upload/bundle?head=${head.length}`,
    raw: { type: 'application/octet-stream', body: `${head}abc` },
  }
}

/** One cell per route of `cli routes --json`; a route without one fails the test. */
export const cells: Record<string, Cell> = {
  'GET /api/csrf': open('/api/csrf', [204]),
  'GET /sanctum/csrf-cookie': open('/sanctum/csrf-cookie', [204]),
  'GET /api/ping': open('/api/ping', [200]),
  'GET /health/live': open('/health/live', [200]),
  'GET /health/ready': open('/health/ready', [200]),
  'POST /appearance': open('/appearance', [303], { theme: 'dark' }),
  'GET /favicon.svg': open('/favicon.svg', [200]),
  'GET /robots.txt': open('/robots.txt', [200]),
  'GET /sitemap.xml': open('/sitemap.xml', [200]),
  'GET /.well-known/security.txt': open('/.well-known/security.txt', [404]),
  'GET /api/config': open('/api/config', [200]),
  'GET /translations/:locale': open('/translations/en', [200]),
  'POST /api/user/check': open('/api/user/check', [200], { email: 'nobody@example.org' }),
  'POST /login': open('/login', [422], { email: 'nobody@example.org', password: 'wrong passphrase' }),
  'POST /logout': open('/logout', [204]),
  'POST /api/login': open('/api/login', [422], { email: 'nobody@example.org', password: 'wrong passphrase' }),
  'POST /api/logout': own('/api/logout', [200, 204, 401, 422]),
  'POST /api/register': open('/api/register', [422], {
    email: 'broken',
    name: '',
    password: 'x',
    password_confirmation: 'y',
  }),
  'GET /api/user/verify/:token': open('/api/user/verify/none', [302, 404, 422]),
  'POST /api/user/verify': open('/api/user/verify', [200], { email: 'nobody@example.org' }),
  'POST /api/password/recover': open('/api/password/recover', [200], { email: 'nobody@example.org' }),
  'POST /api/password/reset': open('/api/password/reset', [422], {
    token: 'none',
    email: 'nobody@example.org',
    password: 'a long passphrase',
    password_confirmation: 'a long passphrase',
  }),

  'GET /api/user': own('/api/user'),
  'GET /api/user/storage': own('/api/user/storage'),
  'PATCH /api/user/settings': own('/api/user/settings', [200], { name: 'first_name', value: 'Ann' }),
  'POST /api/user/password': own('/api/user/password', [422], {
    current: 'wrong passphrase',
    password: 'another passphrase',
    password_confirmation: 'another passphrase',
  }),
  'GET /api/user/tokens': own('/api/user/tokens'),
  'POST /api/user/tokens': own('/api/user/tokens', [201], { name: 'laptop' }),
  'DELETE /api/user/tokens/:id': belonging((has) => ({ path: `/api/user/tokens/${has.tokenId}` }), [200, 204]),
  'GET /api/user/sessions': own('/api/user/sessions'),
  'DELETE /api/user/sessions/:id': belonging((has) => ({ path: `/api/user/sessions/${has.sessionId}` }), [200, 204]),

  'GET /api/browse/folders/:id': belonging((has) => ({ path: `/api/browse/folders/${has.folder}` })),
  'GET /api/browse/latest': own('/api/browse/latest'),
  'GET /api/browse/trash/:id': own('/api/browse/trash/all'),
  'GET /api/browse/navigation': own('/api/browse/navigation'),
  'GET /api/browse/subfolders/:id': belonging((has) => ({ path: `/api/browse/subfolders/${has.folder}` })),
  'GET /api/items/:id': belonging((has) => ({ path: `/api/items/${has.file}` })),
  'GET /api/search': own('/api/search?query=CANARY'),
  'GET /api/trash/summary': own('/api/trash/summary'),
  'POST /api/create-folder': belonging(
    (has) => ({ path: '/api/create-folder', body: { name: 'inside', parent_id: has.folder } }),
    [201],
  ),
  'PATCH /api/rename/:id': belonging((has) => ({
    path: `/api/rename/${has.file}`,
    body: { name: 'renamed.txt', type: 'file' },
  })),
  'POST /api/move': belonging((has) => ({ path: '/api/move', body: { to_id: has.target, ...items(has.file) } })),
  'POST /api/remove': belonging((has) => ({ path: '/api/remove', body: items(has.file) })),
  'GET /api/items/:id/versions': belonging((has) => ({ path: `/api/items/${has.file}/versions` })),
  'POST /api/items/:id/versions/:version/restore': belonging((has) => ({
    path: `/api/items/${has.file}/versions/${has.version}/restore`,
  })),
  'DELETE /api/items/:id/versions/:version': belonging(
    (has) => ({ path: `/api/items/${has.file}/versions/${has.version}` }),
    [204],
  ),
  'GET /file/:id/versions/:version': belonging((has) => ({ path: `/file/${has.file}/versions/${has.version}` })),
  'POST /api/copy': belonging((has) => ({ path: '/api/copy', body: items(has.file) }), [201]),
  'GET /api/operations': own('/api/operations'),
  'DELETE /api/operations/:id': belonging((has) => ({ path: `/api/operations/${has.operation}` })),
  'POST /api/operations/:id/undo': belonging((has) => ({ path: `/api/operations/${has.operation}/undo` }), [202]),
  'POST /api/trash/restore': belonging((has) => ({ path: '/api/trash/restore', body: items(has.trashed) })),
  'DELETE /api/trash/dump': own('/api/trash/dump'),
  'POST /api/favourites': belonging((has) => ({ path: '/api/favourites', body: { ids: [has.folder] } }), [201]),
  'PATCH /api/favourites': belonging((has) => ({ path: '/api/favourites', body: { ids: [has.favourite] } })),
  'DELETE /api/favourites/:id': belonging((has) => ({ path: `/api/favourites/${has.favourite}` }), [200], [200, 404]),

  'POST /broadcasting/auth': own('/broadcasting/auth', [403], { channel_name: 'private-user.x', socket_id: 'x.y' }),
  'GET /api/notifications': own('/api/notifications'),
  'POST /api/notifications/read': own('/api/notifications/read'),
  'DELETE /api/notifications': own('/api/notifications'),

  'POST /api/upload/chunks': belonging((has) => chunk({ parent_id: has.folder }), [201]),
  'POST /api/upload': belonging(
    (has) => ({
      ...chunk({ parent_id: has.folder }),
      path: `/api/upload?${new URLSearchParams({ name: 'x.txt', parent_id: has.folder })}`,
    }),
    [201],
  ),
  // Each file has its own answer inside: that of one for somebody else's folder is a 404 (bundle.routes.test.ts).
  'POST /api/upload/bundle': belonging((has) => bundle({ parent_id: has.folder }), [200], [200]),
  'GET /api/upload/chunks/:upload_id': belonging((has) => ({ path: `/api/upload/chunks/${has.uploadId}` })),
  'DELETE /api/upload/chunks/:upload_id': belonging((has) => ({ path: `/api/upload/chunks/${has.uploadId}` }), [204]),
  'GET /api/user/uploads': own('/api/user/uploads'),
  'DELETE /api/user/uploads/:id': belonging((has) => ({ path: `/api/user/uploads/${has.uploadId}` }), [204]),
  'POST /api/upload/conflicts': belonging((has) => ({
    path: '/api/upload/conflicts',
    body: { parent_id: has.folder, paths: ['a.txt'] },
  })),
  'GET /api/zip': belonging((has) => ({ path: `/api/zip?items=${has.file}%7Cfile` })),
  'POST /api/zip': belonging((has) => ({ path: '/api/zip', body: items(has.file) }), [201]),
  'POST /api/upload/remote': belonging(
    (has) => ({
      path: '/api/upload/remote',
      body: { urls: ['http://127.0.0.1/none'], parent_id: has.folder },
    }),
    [201],
  ),
  'GET /api/upload/remote': own('/api/upload/remote'),
  'DELETE /api/upload/remote/:batch': belonging((has) => ({ path: `/api/upload/remote/${has.remoteBatch}` }), [204]),
  'DELETE /api/upload/remote/:batch/urls/:url': belonging(
    (has) => ({ path: `/api/upload/remote/${has.remoteBatch}/urls/${has.remoteUrl}` }),
    [204],
  ),
  'POST /api/upload/remote/:batch/retry': belonging((has) => ({
    path: `/api/upload/remote/${has.remoteBatch}/retry`,
    body: {},
  })),
  'GET /file/:id': belonging((has) => ({ path: `/file/${has.file}` })),
  'GET /file/:id/:name': belonging((has) => ({ path: `/file/${has.file}/x.txt` })),
  'POST /api/thumbnails': belonging((has) => ({ path: '/api/thumbnails', body: { ids: [has.file] } })),
  'GET /thumbnail/:size/:id': belonging((has) => ({ path: `/thumbnail/xs/${has.file}` }), [404, 200]),
  'POST /api/share': belonging((has) => ({ path: '/api/share', body: { id: has.file, type: 'file' } }), [201]),
  'GET /api/share/:token': belonging((has) => ({ path: `/api/share/${has.share}` })),
  'PATCH /api/share/:token': belonging((has) => ({ path: `/api/share/${has.share}`, body: { label: 'x' } })),
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
  // Requests: what guests may is proved call by call in tests/matrix/requests.test.ts.
  ...Object.fromEntries(requestCells),
  'GET /share/:token/direct': locked((token) => `/share/${token}/direct`),
  'GET /share/:token/card.png': open('/share/unknown-token/card.png', [404]),
  'POST /request/:token/upload': open('/request/unknown-token/upload', [404]),
  'POST /share/:token/authenticate': open('/share/unknown-token/authenticate', [404], { csrf: 'x' }),
  // Links: the locked one of the owner stays shut for everybody; sharing's own tests open it.
  'GET /api/sharing/:token': open('/api/sharing/unknown-token', [404]),
  'POST /api/sharing/authenticate/:token': open('/api/sharing/authenticate/unknown-token', [404], { password: 'x' }),
  'POST /api/sharing/code/:token': open('/api/sharing/code/unknown-token', [404], { email: 'nobody@example.org' }),
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
}
