import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { multipartOf } from '../support/multipart-body.ts'
import { poll } from '../support/poll.ts'
import { testServer } from '../support/server.ts'

const senders = 500
const fileBytes = 960 << 10
const bytesPerSecond = 64 << 10
const pieceMs = 250
/** R13. */
const maxResidentMebibytes = 400

const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

interface Sent {
  path: string
  type: string
  body: Buffer
}

interface Answer {
  /** 0 when the connection ended without a response. */
  status: number
  text: string
}

/** Sends a request at a fixed rate. */
const sendSlowly = (url: URL, token: string, { path, type, body }: Sent) =>
  new Promise<Answer>((resolve) => {
    const socket = connect(Number(url.port), url.hostname)
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    const lines = [`POST ${path} HTTP/1.1`, `host: ${url.host}`, `authorization: Bearer ${token}`]
    socket.write([...lines, `content-type: ${type}`, `content-length: ${body.length}`, '', ''].join('\r\n'))
    let at = 0
    const timer = setInterval(() => {
      const piece = body.subarray(at, at + (bytesPerSecond * pieceMs) / 1_000)
      at += piece.length
      if (piece.length > 0) socket.write(piece)
    }, pieceMs)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ status: Number(text.split(' ')[1] ?? 0), text })
    })
  })

/** As a client does it: what a busy server answers with 503 and `Retry-After` is sent again. */
const sendUntilAccepted = async (url: URL, token: string, sent: Sent): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendSlowly(url, token, sent)
    const isBusy = answer.status === 503 && /^retry-after: /im.test(answer.text)
    if (!isBusy || attempt === 3) return answer
  }
}

const bytes = Buffer.alloc(fileBytes, 'slow sender ')
const query = (fields: Record<string, string>) =>
  new URLSearchParams({ name: `${randomUUID()}.bin`, upload_id: randomUUID(), offset: '0', ...fields }).toString()

const forms: Record<string, () => Sent> = {
  'whole files': () => ({
    path: `/api/upload/chunks?${query({ is_last_chunk: 'true', total_size: String(fileBytes) })}`,
    type: 'application/octet-stream',
    body: bytes,
  }),
  'multipart forms': () => {
    const { type, body } = multipartOf([
      { name: 'chunk', value: bytes, fileName: 'x.bin' },
      { name: 'name', value: `${randomUUID()}.bin` },
      { name: 'is_last_chunk', value: '1' },
    ])
    return { path: '/api/upload/chunks', type, body }
  },
  'first chunks': () => ({
    path: `/api/upload/chunks?${query({ is_last_chunk: 'false', total_size: String(fileBytes * 2) })}`,
    type: 'application/octet-stream',
    body: bytes,
  }),
}

/** Stops the server for 6 s: it then receives all bytes that have arrived meanwhile at once. */
const standStill = async (pid: number) => {
  await wait(3_000)
  process.kill(pid, 'SIGSTOP')
  await wait(6_000)
  process.kill(pid, 'SIGCONT')
}

t.test('R13: 500 slow uploads stay below the memory limit, and other requests are answered', async (t) => {
  const server = await testServer(t, { memoryFlags: true })
  const url = new URL(server.url)
  // At most 100 uploads of a person are open at a time.
  const people = await Promise.all(Array.from({ length: 6 }, () => createAccount(server)))
  const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length
  const before = descriptors()
  for (const [label, form] of Object.entries(forms)) {
    let sending = true
    const statuses = Promise.all(
      Array.from({ length: senders }, (_none, n) =>
        sendUntilAccepted(url, people[n % people.length]?.token ?? '', form()),
      ),
    ).finally(() => {
      sending = false
    })
    // A form takes the longest way through the process.
    const stood = label === 'multipart forms' ? standStill(server.pid) : null
    let highest = 0
    let answered = 0
    while (sending) {
      await fetch(new URL('/api/ping', url))
      answered += 1
      highest = Math.max(highest, statusOf(server.pid, 'VmRSS'))
      await wait(100)
    }
    await stood
    const failed = (await statuses).filter(({ status }) => status !== 200 && status !== 201)
    t.comment(`${label}: ${Math.round(highest)} MiB, ${failed.length} failed, ${answered} GET`)
    t.same(failed, [], label)
    t.ok(highest <= maxResidentMebibytes, `${label}: ${Math.round(highest)} MiB resident`)
    t.ok(answered > 1, `${label}: ${answered} light requests were answered meanwhile`)
  }
  t.ok(await poll(() => descriptors() <= before + 20), `${before} descriptors before, ${descriptors()} after`)
})
