import { type FetchError, fetchErrorOf } from '../../tree/ui.ts'

/** Bytes read of a text file. */
export const maxTextBytes = 512 << 10

export interface TextPart {
  text: string
  /** Bytes shown, and size of the file in bytes. */
  shown: number
  total: number
}

/** Error while reading a file. */
export class ReadError extends Error {
  readonly fetchError: FetchError
  constructor(fetchError: FetchError) {
    super(`${fetchError.status}`)
    this.fetchError = fetchError
  }
}

/** The reason of a failed read; status 0 for anything but a `ReadError`. */
export const fetchErrorFrom = (error: unknown): FetchError =>
  error instanceof ReadError ? error.fetchError : { status: 0, message: '' }

const decode = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

/** Drops the last line, which may be cut in the middle of a character. */
const wholeLines = (text: string): string => {
  const end = text.lastIndexOf('\n')
  return end > 0 ? text.slice(0, end + 1) : text.replace(/\uFFFD$/, '')
}

/** Reads the beginning of a text file, at most `limit` bytes. Rejects with `ReadError`. */
export const readText = async (url: string, signal?: AbortSignal, limit = maxTextBytes): Promise<TextPart> => {
  let response: Response
  try {
    response = await fetch(url, { headers: { range: `bytes=0-${limit - 1}` }, ...(signal ? { signal } : {}) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ReadError({ status: 0, message: '' })
  }
  // An empty file has no first byte.
  if (response.status === 416) return { text: '', shown: 0, total: 0 }
  if (!response.ok) throw new ReadError(await fetchErrorOf(response))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const shown = Math.min(bytes.length, limit)
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? bytes.length)
  const text = decode(bytes.subarray(0, shown))
  return { text: shown < total ? wholeLines(text) : text, shown, total }
}
