import { randomUUID } from 'node:crypto'
import type { Request } from './access-case.ts'

/** A protected link with permission to edit `folder`, which contains `file`; `outside` is beside it, both in `above`. */
export interface Linked {
  above: string
  folder: string
  file: string
  outside: string
  token: string
  share: string
}

interface Row {
  request: (has: Linked) => Request
  /** Expected statuses when the link is unlocked. */
  open: number[]
  /** Used to unlock a link, and so available while it is locked. */
  opens?: true
}

const get = (path: (has: Linked) => string, open = [200]): Row => ({ request: (has) => ({ path: path(has) }), open })
const send = (path: (has: Linked) => string, body: (has: Linked) => unknown, open = [200]): Row => ({
  request: (has) => ({ path: path(has), body: body(has) }),
  open,
})
const files = ({ file }: Linked) => ({ items: [{ id: file, type: 'file' }] })

/** One row per route of links; a route without one fails the test. */
export const linkCases: Record<string, Row> = {
  'GET /file/:id': get(({ file, token }) => `/file/${file}?share=${token}`),
  'GET /file/:id/:name': get(({ file, token }) => `/file/${file}/x.txt?share=${token}`),
  // A text file has neither pages nor a thumbnail.
  'GET /thumbnail/page/:page/:id': get(({ file, token }) => `/thumbnail/page/2/${file}?share=${token}`, [404]),
  'GET /thumbnail/media/:id': get(({ file, token }) => `/thumbnail/media/${file}?share=${token}`, [404]),
  // 404 while downloads are on.
  'GET /thumbnail/media/:id/state': get(
    ({ file, token }) => `/thumbnail/media/${file}/state?share=${token}`,
    [200, 404],
  ),
  'GET /thumbnail/:size/:id': get(({ file, token }) => `/thumbnail/xs/${file}?share=${token}`, [404]),
  'GET /api/sharing/:token': { ...get(({ token }) => `/api/sharing/${token}`), opens: true },
  'POST /api/sharing/authenticate/:token': {
    ...send(
      ({ token }) => `/api/sharing/authenticate/${token}`,
      () => ({ password: 'matrix words' }),
    ),
    opens: true,
  },
  'POST /api/sharing/code/:token': {
    ...send(
      ({ token }) => `/api/sharing/code/${token}`,
      () => ({ email: 'ann@example.org' }),
      [204],
    ),
    opens: true,
  },
  // A folder has no direct download.
  'GET /share/:token/direct': get(({ token }) => `/share/${token}/direct`, [403]),
  'GET /share/:token/card.png': { ...get(({ token }) => `/share/${token}/card.png`), opens: true },
  'POST /share/:token/authenticate': {
    ...send(
      ({ token }) => `/share/${token}/authenticate`,
      () => ({ csrf: 'none', password: 'matrix words' }),
      [303],
    ),
    opens: true,
  },
  'POST /share/:token/report': {
    ...send(
      ({ token }) => `/share/${token}/report`,
      () => ({ csrf: 'none', reason: 'spam' }),
      [419],
    ),
    opens: true,
  },
  'GET /api/sharing/folders/:id/:token': get(({ token }) => `/api/sharing/folders/all/${token}`),
  'GET /api/sharing/preview/:id/:token': get(({ file, token }) => `/api/sharing/preview/${file}/${token}`),
  'GET /api/sharing/navigation/:token': get(({ token }) => `/api/sharing/navigation/${token}`),
  'GET /api/sharing/subfolders/:id/:token': get(({ token }) => `/api/sharing/subfolders/all/${token}`),
  // The link leads to a folder.
  'GET /api/sharing/file/:token': get(({ token }) => `/api/sharing/file/${token}`, [404]),
  'POST /api/sharing/create-folder/:token': send(
    ({ token }) => `/api/sharing/create-folder/${token}`,
    () => ({ name: 'new' }),
    [201],
  ),
  'PATCH /api/sharing/rename/:id/:token': send(
    ({ file, token }) => `/api/sharing/rename/${file}/${token}`,
    () => ({ name: 'renamed.txt' }),
  ),
  'POST /api/sharing/move/:token': send(({ token }) => `/api/sharing/move/${token}`, files),
  'POST /api/sharing/remove/:token': send(({ token }) => `/api/sharing/remove/${token}`, files),
  // The undo token is unknown.
  'POST /api/sharing/undo/:token': send(
    ({ token }) => `/api/sharing/undo/${token}`,
    () => ({ undo: 'made-up' }),
    [422],
  ),
  'GET /api/sharing/operations/:id/:token': get(
    ({ token }) => `/api/sharing/operations/${randomUUID()}/${token}`,
    [404],
  ),
  'POST /api/sharing/operations/:id/undo/:token': send(
    ({ token }) => `/api/sharing/operations/${randomUUID()}/undo/${token}`,
    () => ({}),
    [404],
  ),
  'POST /api/sharing/upload/chunks/:token': {
    request: ({ token }) => ({
      path: `/api/sharing/upload/chunks/${token}?${new URLSearchParams({ name: 'x.txt', upload_id: randomUUID(), offset: '0', total_size: '3', is_last_chunk: 'true' })}`,
      raw: { type: 'application/octet-stream', body: 'abc' },
    }),
    open: [201],
  },
  'POST /api/sharing/upload/:token': {
    request: ({ token }) => ({
      path: `/api/sharing/upload/${token}?name=x.txt`,
      raw: { type: 'application/octet-stream', body: 'abc' },
    }),
    open: [201],
  },
  'GET /api/sharing/upload/chunks/:upload_id/:token': get(
    ({ token }) => `/api/sharing/upload/chunks/${randomUUID()}/${token}`,
    [404],
  ),
  'DELETE /api/sharing/upload/chunks/:upload_id/:token': get(
    ({ token }) => `/api/sharing/upload/chunks/${randomUUID()}/${token}`,
    [404],
  ),
  'POST /api/sharing/upload/conflicts/:token': send(
    ({ token }) => `/api/sharing/upload/conflicts/${token}`,
    () => ({ paths: ['x.txt'] }),
  ),
  'POST /api/sharing/upload/remote/:token': send(
    ({ token }) => `/api/sharing/upload/remote/${token}`,
    ({ folder }) => ({ urls: ['http://127.0.0.1/none'], parent_id: folder }),
    [201],
  ),
  'GET /api/sharing/upload/remote/:token': get(({ token }) => `/api/sharing/upload/remote/${token}`),
  'DELETE /api/sharing/upload/remote/:batch/:token': get(
    ({ token }) => `/api/sharing/upload/remote/${randomUUID()}/${token}`,
    [404],
  ),
  'DELETE /api/sharing/upload/remote/:batch/urls/:url/:token': get(
    ({ token }) => `/api/sharing/upload/remote/${randomUUID()}/urls/${randomUUID()}/${token}`,
    [404],
  ),
  'POST /api/sharing/upload/remote/:batch/retry/:token': send(
    ({ token }) => `/api/sharing/upload/remote/${randomUUID()}/retry/${token}`,
    () => ({}),
    [404],
  ),
  'GET /api/sharing/zip/:token': get(({ file, token }) => `/api/sharing/zip/${token}?items=${file}|file`),
  'POST /api/sharing/zip/:token': send(({ token }) => `/api/sharing/zip/${token}`, files, [201]),
  'GET /api/sharing/search/:token': get(({ token }) => `/api/sharing/search/${token}?query=canary`),
}
