import { createFolder } from '../../tree/contract.ts'
import { checkConflicts, discardUpload, uploadBundle, uploadChunk, uploadState } from '../contract.ts'
import { createBundler } from './bundler.ts'
import type { HttpResponse, Transport } from './transport.ts'

/** Paths of the calls. Share links and file requests have their own. */
export interface UploadRoutes {
  chunks: string
  /** Several small files in one request, where the API offers that. */
  bundle?: string
  /** With `:upload_id`. */
  state: string
  discard: string
  conflicts: string
  createFolder: string
}

const signedInRoutes: UploadRoutes = {
  chunks: uploadChunk.path,
  bundle: uploadBundle.path,
  state: uploadState.path,
  discard: discardUpload.path,
  conflicts: checkConflicts.path,
  createFolder: createFolder.path,
}

/** Query fields of an octet-stream chunk (D9, D27); empty ones are left out. */
export type ChunkQuery = Record<string, string | number | null | undefined>

export interface UploadApi {
  routes: UploadRoutes
  get(url: string, signal?: AbortSignal): Promise<HttpResponse>
  post(url: string, body: unknown, signal?: AbortSignal): Promise<HttpResponse>
  chunk(
    fields: ChunkQuery,
    body: Blob | ArrayBuffer,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<HttpResponse>
  /** Sends a whole small file in one request with others; null where files are not bundled. */
  bundled:
    | ((
        fields: ChunkQuery,
        bytes: ArrayBuffer,
        signal: AbortSignal,
        onProgress: (bytes: number) => void,
      ) => Promise<HttpResponse>)
    | null
  state(id: string, signal?: AbortSignal): Promise<HttpResponse>
  /** `withFile`: also a file that the upload has created, when its response may be lost. */
  discard(id: string, options?: { withFile: boolean }): Promise<HttpResponse>
  conflicts(parentId: string | null, paths: string[], signal?: AbortSignal): Promise<HttpResponse>
}

/** The fields as text, without empty ones. */
const textFields = (fields: ChunkQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

const withId = (path: string, id: string) => path.replace(':upload_id', id)

/** The upload calls over a transport. Renews an expired CSRF token once (419). */
export const createUploadApi = (transport: Transport, routes: UploadRoutes = signedInRoutes): UploadApi => {
  const send: Transport = async (request) => {
    const response = await transport(request)
    if (response.status !== 419) return response
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
  const bundler = routes.bundle === undefined ? null : createBundler(send, routes.bundle)
  return {
    routes,
    get,
    post,
    chunk: (fields, body, signal, onProgress) => {
      return send({
        method: 'POST',
        url: `${routes.chunks}?${new URLSearchParams(textFields(fields))}`,
        headers: { 'Content-Type': 'application/octet-stream' },
        body,
        signal,
        onProgress,
      })
    },
    bundled: bundler && ((fields, bytes, signal, onProgress) => bundler(textFields(fields), bytes, signal, onProgress)),
    state: (id, signal) => get(withId(routes.state, id), signal),
    discard: (id, options) =>
      send({ method: 'DELETE', url: withId(routes.discard, id) + (options?.withFile ? '?with_file=true' : '') }),
    conflicts: (parentId, paths, signal) => post(routes.conflicts, { parent_id: parentId, paths }, signal),
  }
}
