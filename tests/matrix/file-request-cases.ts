import { randomUUID } from 'node:crypto'
import { canary } from './fixture.ts'

/** Ids of the first uploader and the owner that the second uploader attempts to use. */
export interface FileRequestIds {
  token: string
  /** File of the first uploader. */
  file: string
  folder: string
  uploadId: string
  batch: string
  urlId: string
  /** The owner's: a file in the request's folder, and one elsewhere. */
  beside: string
  elsewhere: string
}

export interface Attempt {
  method: string
  path: string
  body?: unknown
  raw?: string
}

interface FileRequestCase {
  attempts: (has: FileRequestIds) => Attempt[]
  /** Expected statuses of the second uploader; no response may contain the canary. */
  statuses: number[]
}

const attempts = (list: FileRequestCase['attempts'], statuses = [404]): FileRequestCase => ({
  attempts: list,
  statuses,
})
const base = ({ token }: FileRequestIds) => `/api/file-request/${token}`
const each = (has: FileRequestIds, make: (id: string, type: string) => Attempt): Attempt[] => [
  make(has.file, 'file'),
  make(has.folder, 'folder'),
  make(has.beside, 'file'),
  make(has.elsewhere, 'file'),
]
const chunk = (fields: Record<string, string>) =>
  new URLSearchParams({
    name: 'x.txt',
    upload_id: randomUUID(),
    offset: '0',
    total_size: '3',
    is_last_chunk: 'true',
    ...fields,
  })

/** One case per route of file requests; a route without one fails the test. */
export const fileRequestCases: Record<string, FileRequestCase> = {
  'GET /api/file-request/:token': attempts((has) => [{ method: 'GET', path: base(has) }], [200]),
  'DELETE /api/file-request/:token': attempts((has) => [{ method: 'DELETE', path: base(has) }], [403]),
  'POST /api/file-request/:token/uploader': attempts(
    (has) => [{ method: 'POST', path: `${base(has)}/uploader`, body: { name: 'Second' } }],
    [200],
  ),
  'POST /api/file-request/:token/submit': attempts(
    (has) => [{ method: 'POST', path: `${base(has)}/submit`, body: {} }],
    [200],
  ),
  'GET /api/file-request/:token/browse/:id': attempts((has) =>
    each(has, (id) => ({ method: 'GET', path: `${base(has)}/browse/${id}` })),
  ),
  'GET /api/file-request/:token/navigation': attempts(
    (has) => [{ method: 'GET', path: `${base(has)}/navigation` }],
    [200],
  ),
  // Without a form; other uploaders' folders in a form: modules/sharing/server/tests/uploader-form.test.ts.
  'POST /request/:token/upload': attempts(
    (has) => [{ method: 'POST', path: `/request/${has.token}/upload`, raw: 'abc' }],
    [400],
  ),
  'POST /api/file-request/:token/upload': attempts((has) =>
    each(has, (id) => ({ method: 'POST', path: `${base(has)}/upload?${chunk({ parent_id: id })}`, raw: 'abc' })),
  ),
  'POST /api/file-request/:token/upload/chunks': attempts((has) =>
    each(has, (id) => ({ method: 'POST', path: `${base(has)}/upload/chunks?${chunk({ parent_id: id })}`, raw: 'abc' })),
  ),
  'GET /api/file-request/:token/upload/chunks/:upload_id': attempts((has) => [
    { method: 'GET', path: `${base(has)}/upload/chunks/${has.uploadId}` },
  ]),
  'DELETE /api/file-request/:token/upload/chunks/:upload_id': attempts((has) => [
    { method: 'DELETE', path: `${base(has)}/upload/chunks/${has.uploadId}` },
  ]),
  'POST /api/file-request/:token/upload/conflicts': attempts(
    (has) => [{ method: 'POST', path: `${base(has)}/upload/conflicts`, body: { paths: [`${canary}.txt`] } }],
    [200],
  ),
  'POST /api/file-request/:token/upload/remote': attempts((has) =>
    each(has, (id) => ({
      method: 'POST',
      path: `${base(has)}/upload/remote`,
      body: { urls: ['http://127.0.0.1/none'], parent_id: id },
    })),
  ),
  'GET /api/file-request/:token/upload/remote': attempts(
    (has) => [{ method: 'GET', path: `${base(has)}/upload/remote` }],
    [200],
  ),
  'DELETE /api/file-request/:token/upload/remote/:batch': attempts((has) => [
    { method: 'DELETE', path: `${base(has)}/upload/remote/${has.batch}` },
  ]),
  'DELETE /api/file-request/:token/upload/remote/:batch/urls/:url': attempts((has) => [
    { method: 'DELETE', path: `${base(has)}/upload/remote/${has.batch}/urls/${has.urlId}` },
  ]),
  'POST /api/file-request/:token/upload/remote/:batch/retry': attempts((has) => [
    { method: 'POST', path: `${base(has)}/upload/remote/${has.batch}/retry`, body: {} },
  ]),
  'POST /api/file-request/:token/create-folder': attempts((has) =>
    each(has, (id) => ({ method: 'POST', path: `${base(has)}/create-folder`, body: { name: 'x', parent_id: id } })),
  ),
  'PATCH /api/file-request/:token/rename/:id': attempts((has) =>
    each(has, (id) => ({ method: 'PATCH', path: `${base(has)}/rename/${id}`, body: { name: 'mine now' } })),
  ),
  'POST /api/file-request/:token/move': attempts((has) =>
    each(has, (id, type) => ({ method: 'POST', path: `${base(has)}/move`, body: { items: [{ id, type }] } })),
  ),
  'POST /api/file-request/:token/remove': attempts((has) =>
    each(has, (id, type) => ({
      method: 'POST',
      path: `${base(has)}/remove`,
      body: { items: [{ id, type, force_delete: true }] },
    })),
  ),
}
