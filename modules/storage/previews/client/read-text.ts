import { type FetchError, fetchErrorOf } from '../../tree/ui.ts'
import { decodeBeginning } from '../contract.ts'

/** Bytes read of a text file. */
const maxTextBytes = 512 << 10

interface TextPart {
  text: string
  /** Bytes shown, and size of the file in bytes. */
  shown: number
  total: number
}

/** Error while reading a file. */
export class FileReadError extends Error {
  readonly fetchError: FetchError
  constructor(fetchError: FetchError) {
    super(`${fetchError.status}`)
    this.fetchError = fetchError
  }
}

/** The reason of a failed read; status 0 for anything but a `FileReadError`. */
export const fetchErrorFrom = (error: unknown): FetchError =>
  error instanceof FileReadError ? error.fetchError : { status: 0, message: '' }

/** Reads the beginning of a text file, at most `limit` bytes. Rejects with `FileReadError`. */
export const readText = async (url: string, signal?: AbortSignal, limit = maxTextBytes): Promise<TextPart> => {
  let response: Response
  try {
    response = await fetch(url, { headers: { range: `bytes=0-${limit - 1}` }, ...(signal ? { signal } : {}) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new FileReadError({ status: 0, message: '' })
  }
  // An empty file has no first byte.
  if (response.status === 416) return { text: '', shown: 0, total: 0 }
  if (!response.ok) throw new FileReadError(await fetchErrorOf(response))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const shown = Math.min(bytes.length, limit)
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? bytes.length)
  return { text: decodeBeginning(bytes.subarray(0, shown), shown >= total), shown, total }
}
