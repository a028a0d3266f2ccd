import { removeItems } from '../../operations/contract.ts'
import { browseFolder, createFolder } from '../../tree/contract.ts'
import { checkConflicts, discardUpload, uploadBundle, uploadChunk, uploadState } from '../contract.ts'
import { createBundler } from './bundler.ts'
import type { Transport, WireAnswer } from './transport.ts'

/** Where the calls go; shares and upload requests have routes of their own (PRODUCT.md §7). */
export interface UploadRoutes {
  chunks: string
  /** Many small files in one request, where that is possible. */
  bundle?: string
  /** Takes files away again that were stored in a bundle after they had been stopped; where there are bundles. */
  remove?: string
  /** With `:upload_id`. */
  state: string
  discard: string
  conflicts: string
  createFolder: string
  /** With `:id`. */
  browse: string
}

export const signedInRoutes: UploadRoutes = {
  chunks: uploadChunk.path,
  bundle: uploadBundle.path,
  remove: removeItems.path,
  state: uploadState.path,
  discard: discardUpload.path,
  conflicts: checkConflicts.path,
  createFolder: createFolder.path,
  browse: browseFolder.path,
}

/** Query fields of an octet-stream chunk (API.md D9, D27); empty ones are left out. */
export type ChunkQuery = Record<string, string | number | null | undefined>

export interface UploadApi {
  routes: UploadRoutes
  get(url: string, signal?: AbortSignal): Promise<WireAnswer>
  post(url: string, body: unknown, signal?: AbortSignal): Promise<WireAnswer>
  chunk(
    fields: ChunkQuery,
    body: Blob | ArrayBuffer,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<WireAnswer>
  /** A whole small file, in one request with others; null where each goes alone. */
  together:
    | ((
        fields: ChunkQuery,
        bytes: ArrayBuffer,
        signal: AbortSignal,
        onProgress: (bytes: number) => void,
      ) => Promise<WireAnswer>)
    | null
  state(id: string, signal?: AbortSignal): Promise<WireAnswer>
  discard(id: string): Promise<WireAnswer>
  conflicts(parentId: string | null, paths: string[], signal?: AbortSignal): Promise<WireAnswer>
}

/** As text, without those that say nothing. */
const told = (fields: ChunkQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

const withId = (path: string, id: string) => path.replace(':upload_id', id)

/** The calls of an upload over a transport. A stale CSRF token is renewed once (419). */
export const createUploadApi = (transport: Transport, routes: UploadRoutes = signedInRoutes): UploadApi => {
  const send: Transport = async (request) => {
    const answer = await transport(request)
    if (answer.status !== 419) return answer
    await transport({ method: 'GET', url: '/api/csrf' })
    return transport(request)
  }
  const post = (url: string, body: unknown, signal?: AbortSignal) =>
    send({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    })
  const get = (url: string, signal?: AbortSignal) => send({ method: 'GET', url, ...(signal ? { signal } : {}) })
  // What goes together is new: nobody has decided that it replaces something.
  const undo = (ids: string[]) => {
    const items = ids.map((id) => ({ id, type: 'file', force_delete: true }))
    if (routes.remove) void post(routes.remove, { items }).catch(() => undefined)
  }
  const bundler = routes.bundle === undefined ? null : createBundler(send, routes.bundle, undo)
  return {
    routes,
    get,
    post,
    chunk: (fields, body, signal, onProgress) => {
      return send({
        method: 'POST',
        url: `${routes.chunks}?${new URLSearchParams(told(fields))}`,
        headers: { 'Content-Type': 'application/octet-stream' },
        body,
        signal,
        onProgress,
      })
    },
    together: bundler && ((fields, bytes, signal, onProgress) => bundler(told(fields), bytes, signal, onProgress)),
    state: (id, signal) => get(withId(routes.state, id), signal),
    discard: (id) => send({ method: 'DELETE', url: withId(routes.discard, id) }),
    conflicts: (parentId, paths, signal) => post(routes.conflicts, { parent_id: parentId, paths }, signal),
  }
}
