import { Agent, get, request } from 'node:http'
import { connect } from 'node:net'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
/** One mebibyte of noise, sent repeatedly so that the client costs little. */
export const noiseBytes = Buffer.alloc(1 << 20)
for (let at = 0; at < noiseBytes.length; at += 4)
  noiseBytes.writeUInt32LE((Math.imul(at, 2_654_435_761) ^ (at >>> 3)) >>> 0, at)

/** POSTs a `head` and `size` bytes of noise; resolves with the response's text, throws unless 2xx. */
export const sendTimed = (
  url: URL,
  size: number,
  headers: Record<string, string>,
  head: Buffer = Buffer.alloc(0),
): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', 'content-length': head.length + size, ...headers },
      },
      (answer) => {
        let text = ''
        answer.on('data', (data: Buffer) => {
          text += data
        })
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          if (status >= 200 && status < 300) resolve(text)
          else reject(new Error(`${url.pathname}: ${status} ${text.slice(0, 300)}`))
        })
      },
    )
    call.on('error', reject)
    if (head.length > 0) call.write(head)
    let left = size
    const more = () => {
      while (left > 0) {
        const piece = left >= noiseBytes.length ? noiseBytes : noiseBytes.subarray(0, left)
        left -= piece.length
        if (!call.write(piece)) return void call.once('drain', more)
      }
      call.end()
    }
    more()
  })

/** Sends a file in chunks by the product's protocol (D9), or the same requests to a bare peer. */
export const sendChunked = async (
  target: (offset: number, chunk: { isLast: boolean }) => URL,
  size: number,
  chunk: number,
  headers: Record<string, string>,
): Promise<string> => {
  let answer = ''
  for (let offset = 0; offset < size; offset += chunk) {
    const length = Math.min(chunk, size - offset)
    answer = await sendTimed(target(offset, { isLast: offset + length === size }), length, headers)
  }
  return answer
}

/**
 * Milliseconds until the complete response of a GET over a keep-alive connection. Discards the body: `fetch` creates so
 * much garbage that every 90th call pauses for 25 ms, which would dominate the p99.
 */
export const answerTime = (url: URL, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const call = get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url.pathname}: ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - started))
    })
    call.on('error', reject)
  })

/** GETs over a plain socket and discards the body; resolves with its number of bytes. */
export const fetchAway = (url: URL, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(url.port),
      host: url.hostname,
      onread: { buffer: Buffer.allocUnsafe(1 << 20), callback: (n, buffer) => read(buffer.subarray(0, n)) },
    })
    let head = ''
    let expected = -1
    let received = 0
    const read = (data: Uint8Array) => {
      if (expected < 0) {
        const text = Buffer.from(data).toString('latin1')
        const end = (head + text).indexOf('\r\n\r\n')
        const had = head.length
        head += text
        if (end < 0) return true
        if (!/^HTTP\/1\.1 20[06]/.test(head)) {
          reject(new Error(`${url.pathname}: ${head.slice(0, 200)}`))
          socket.destroy()
          return false
        }
        expected = Number(/content-length: (\d+)/i.exec(head.slice(0, end))?.[1])
        received = data.length - (end + 4 - had)
      } else received += data.length
      if (received >= expected) {
        socket.destroy()
        resolve(received)
      }
      return true
    }
    socket.on('error', reject)
    const lines = Object.entries({ host: url.host, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  })

/** Calls `fn` for 0…count-1, `lanes` at a time. */
export const inLanes = async (count: number, lanes: number, fn: (index: number) => Promise<unknown>): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) await fn(next++)
    }),
  )
}
