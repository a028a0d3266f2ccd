import { type Trouble, troubleOf } from '../../tree/ui.ts'

/** Bytes of a text that are read; more is for an editor. */
export const textLimit = 512 << 10

export interface TextPart {
  text: string
  /** Bytes shown, and of how many. */
  shown: number
  total: number
}

/** A refusal while reading a file. */
export class ReadError extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(`${trouble.status}`)
    this.trouble = trouble
  }
}

/** Why reading failed, whatever was thrown. */
export const refusedBy = (error: unknown): Trouble =>
  error instanceof ReadError ? error.trouble : { status: 0, message: '' }

const decode = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

/** Cut off in mid-line, and maybe in mid-character: the last line goes. */
const wholeLines = (text: string): string => {
  const end = text.lastIndexOf('\n')
  return end > 0 ? text.slice(0, end + 1) : text.replace(/\uFFFD$/, '')
}

/** The beginning of a text file, at most `limit` bytes of it. Rejects with `ReadError`. */
export const readText = async (url: string, signal?: AbortSignal, limit = textLimit): Promise<TextPart> => {
  let response: Response
  try {
    response = await fetch(url, { headers: { range: `bytes=0-${limit - 1}` }, ...(signal ? { signal } : {}) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ReadError({ status: 0, message: '' })
  }
  // Of an empty file there is no first byte.
  if (response.status === 416) return { text: '', shown: 0, total: 0 }
  if (!response.ok) throw new ReadError(await troubleOf(response))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const shown = Math.min(bytes.length, limit)
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? bytes.length)
  const text = decode(bytes.subarray(0, shown))
  return { text: shown < total ? wholeLines(text) : text, shown, total }
}
