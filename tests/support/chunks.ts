import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Entitlements, Scope } from '../../modules/storage/index.ts'
import type { Teardown } from './folders.ts'
import { type TestStorage, testStorageHttp } from './storage.ts'

export interface ChunkResponse {
  status: number
  body: {
    code?: string
    expected_offset?: number
    data?: { id: string; type: string; attributes: Record<string, unknown> & { offset?: number; file_url?: string } }
  }
}

interface SendOptions {
  /** Cuts the connection after so many bytes of the body. */
  cutAfter?: number
  headers?: Record<string, string>
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The storage module behind real sockets, with a client of the chunk protocol. */
export const testUploads = async (t: Teardown, entitlements: Partial<Entitlements> = {}, beside?: TestStorage) => {
  const test = await testStorageHttp(t, entitlements, beside)
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = test.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  /** One chunk as an octet stream; rejects when the connection ends without an answer. */
  const chunk = (
    scope: Scope,
    fields: Record<string, string | number | boolean>,
    body: Buffer,
    options: SendOptions = {},
  ): Promise<ChunkResponse> => {
    const response = new Promise<ChunkResponse>((resolve, reject) => {
      const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
      const call = request(
        `${url}/api/upload/chunks?${query}`,
        {
          method: 'POST',
          agent: false,
          headers: {
            'content-type': 'application/octet-stream',
            'content-length': body.length,
            'x-test-user': scope.ownerId,
            ...options.headers,
          },
        },
        (answer) => {
          let text = ''
          answer.on('data', (data: Buffer) => {
            text += data
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text ? JSON.parse(text) : {} }))
        },
      )
      call.on('error', reject)
      if (options.cutAfter === undefined) call.end(body)
      else call.write(body.subarray(0, options.cutAfter), () => setTimeout(() => call.destroy(), 10))
    })
    // A test may do something else before it looks at the error of a connection that it cuts.
    if (options.cutAfter !== undefined) response.catch(() => undefined)
    return response
  }

  /** A whole file in chunks of `size`. */
  const upload = async (
    scope: Scope,
    name: string,
    bytes: Buffer,
    fields: Record<string, string> = {},
    size = 1 << 20,
  ) => {
    const upload_id = randomUUID()
    for (let offset = 0; ; offset += size) {
      const piece = bytes.subarray(offset, offset + size)
      const last = offset + piece.length >= bytes.length
      const sent = { name, upload_id, offset, total_size: bytes.length, is_last_chunk: last, ...fields }
      const answer = await chunk(scope, sent, piece)
      if (last || answer.status !== 200) return answer
    }
  }

  const get = (scope: Scope | null, path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: { ...(scope ? { 'x-test-user': scope.ownerId } : {}), ...headers },
    })

  const bytesOf = async (scope: Scope, answer: ChunkResponse): Promise<Buffer> => {
    const file = await get(scope, answer.body.data?.attributes.file_url ?? '/')
    return Buffer.from(await file.arrayBuffer())
  }

  const usage = async (scope: Scope) => {
    const [row] = await test.platform.db.query<{ used: number; reserved: number }>(
      'select used_bytes as used, reserved_bytes as reserved from usage where user_id = $1',
      [scope.ownerId],
    )
    return row ?? { used: 0, reserved: 0 }
  }
  return { ...test, url, chunk, upload, get, bytesOf, usage }
}
