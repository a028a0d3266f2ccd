import type { BodyOf, EndpointSpec } from '../../../shared/contract.ts'
import { createFolder } from '../../tree/contract.ts'
import { type ChunkFields, checkConflicts, discardUpload, uploadBundle, uploadChunk, uploadState } from '../contract.ts'
import { type ReadResponse, type ResponseOf, readResponseOf, responseOf } from './api-response.ts'
import { createBundler } from './bundler.ts'
import type { HttpRequest, Transport } from './transport.ts'

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

/** Query fields of an octet-stream chunk (D9, D27); null ones are left out. */
export type ChunkQuery = { [Field in keyof ChunkFields]: ChunkFields[Field] | null }

/** Sends a chunk, or a file that is one. `onProgress` gets the number of its bytes that were sent. */
type SendChunk<Content> = (
  fields: ChunkQuery,
  content: Content,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) => Promise<ResponseOf<typeof uploadChunk>>

export interface UploadApi {
  /** Reads a resource, which has `field`. */
  get<Body>(path: string, field: keyof Body & string): Promise<ReadResponse<Body>>
  chunk: SendChunk<Blob | ArrayBuffer>
  /** Sends a whole small file in one request with others; null where files are not bundled. */
  bundled: SendChunk<ArrayBuffer> | null
  state(id: string, signal?: AbortSignal): Promise<ResponseOf<typeof uploadState>>
  /** `withFile`: also a file that the upload has created, when its response may be lost. */
  discard(id: string, options?: { withFile: boolean }): Promise<ResponseOf<typeof discardUpload>>
  conflicts(parentId: string | null, paths: string[]): Promise<ResponseOf<typeof checkConflicts>>
  /** Creates a folder, unless the parent has one of this name. Responds with the new or the existing folder. */
  createFolder(name: string, parentId: string | null): Promise<ResponseOf<typeof createFolder>>
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
  const call = async <E extends EndpointSpec>(request: HttpRequest, field?: string) =>
    responseOf<E>(await send(request), field)
  const post = <E extends EndpointSpec>(url: string, body: BodyOf<E>, field: string) =>
    call<E>({ method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }, field)
  const bundler = routes.bundle === undefined ? null : createBundler(send, routes.bundle)
  return {
    get: async (path, field) => readResponseOf(await send({ method: 'GET', url: path }), field),
    chunk: (fields, body, signal, onProgress) =>
      call(
        {
          method: 'POST',
          url: `${routes.chunks}?${new URLSearchParams(textFields(fields))}`,
          headers: { 'Content-Type': 'application/octet-stream' },
          body,
          signal,
          onProgress,
        },
        'data',
      ),
    bundled: bundler && ((fields, bytes, signal, onProgress) => bundler(textFields(fields), bytes, signal, onProgress)),
    state: (id, signal) =>
      call({ method: 'GET', url: withId(routes.state, id), ...(signal ? { signal } : {}) }, 'data'),
    discard: (id, options) =>
      call({ method: 'DELETE', url: withId(routes.discard, id) + (options?.withFile ? '?with_file=true' : '') }),
    conflicts: (parentId, paths) =>
      post<typeof checkConflicts>(routes.conflicts, { parent_id: parentId, paths }, 'conflicts'),
    createFolder: (name, parentId) =>
      post<typeof createFolder>(
        routes.createFolder,
        { name: name.normalize('NFC'), parent_id: parentId, on_conflict: 'merge' },
        'data',
      ),
  }
}
