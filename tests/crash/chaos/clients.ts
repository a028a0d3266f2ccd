import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadLegacy } from '../../support/legacy-uploader.ts'
import { answerTimeoutMs, sha256Hex, type UploadedFile, type UploadTarget, uploadFile } from '../../support/uploader.ts'

/** A file whose upload was acknowledged with 201. */
interface Acknowledged {
  name: string
  sha256: string
  size: number
}

export interface ChaosWork {
  /** False: clients start no more files, and finish the started ones. */
  isRunning(): boolean
  random(): number
  acknowledged: Map<string, Acknowledged>
  begun: Set<string>
  /** Failures of the test. */
  problems: string[]
}

const attempts = 100_000

const recordAcknowledged = (work: ChaosWork, name: string, bytes: Uint8Array, file: UploadedFile) => {
  if (file.attributes.size !== bytes.length)
    work.problems.push(`${name}: ${file.attributes.size} of ${bytes.length} bytes`)
  work.acknowledged.set(file.id, { name: file.attributes.name, sha256: sha256Hex(bytes), size: bytes.length })
}

const nextFile = (work: ChaosWork, kind: string) => {
  const bytes = randomBytes(Math.ceil(work.random() ** 3 * 4_000_000) + 1)
  const name = `${kind}-${work.begun.size}.bin`
  work.begun.add(name)
  return { name, bytes }
}

/** Uploads files by our own protocol, small ones in one request. */
export const offsetsLane = async (work: ChaosWork, kind: string, target: UploadTarget): Promise<void> => {
  while (work.isRunning()) {
    const { name, bytes } = nextFile(work, kind)
    recordAcknowledged(work, name, bytes, await uploadFile(target, { name, bytes, chunk: 500_000, attempts }))
  }
}

/** Uploads files as the original web client does. */
export const legacyLane = async (work: ChaosWork, form: 'raw' | 'multipart', target: UploadTarget): Promise<void> => {
  while (work.isRunning()) {
    const { name, bytes } = nextFile(work, form)
    const prefix = randomUUID().replaceAll('-', '').slice(0, 16)
    recordAcknowledged(work, name, bytes, await uploadLegacy(target, { name, bytes, chunk: 500_000, form, prefix }))
  }
}

/** Rejected within the body on a keep-alive connection: the error arrives, and so does the response to the next request. */
export const rejectedLane = async (work: ChaosWork, target: UploadTarget): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, body: Buffer | null) =>
    new Promise<number>((resolve) => {
      const call = request(new URL(path, target.url()), {
        method,
        agent,
        headers: {
          ...target.headers,
          ...(body ? { 'content-type': 'application/octet-stream', 'content-length': body.length } : {}),
        },
      })
      const timer = setTimeout(() => call.destroy(new Error('stuck')), 60_000)
      const settle = (status: number) => {
        clearTimeout(timer)
        resolve(status)
      }
      call.on('response', (answer) => {
        answer.on('error', () => settle(0))
        answer.on('end', () => settle(answer.statusCode ?? 0))
        answer.resume()
      })
      call.on('error', (error) => {
        if (error.message === 'stuck') work.problems.push(`${method} ${path}: no answer for a minute`)
        settle(0)
      })
      call.end(body ?? undefined)
    })
  while (work.isRunning()) {
    const query = `name=rejected.bin&upload_id=${randomUUID()}&offset=0&total_size=1000&is_last_chunk=true`
    const status = await send('POST', `/api/upload/chunks?${query}`, randomBytes(200_000))
    // 0 and 503 come from the faults; 404: nginx reached a server that is starting or ending.
    if (status === 500 || status === 201) work.problems.push(`rejected upload: ${status}`)
    if (status === 422) {
      const after = await send('GET', '/api/ping', null)
      if (after >= 400 && after !== 502 && after !== 503) work.problems.push(`after a rejection: ${after}`)
    }
    await sleep(50)
  }
  agent.destroy()
}

/** Sends at 64 KiB/s and aborts half-way. */
export const slowLane = async (work: ChaosWork, target: UploadTarget): Promise<void> => {
  while (work.isRunning()) {
    const query = `name=slow.bin&upload_id=${randomUUID()}&offset=0&total_size=960000&is_last_chunk=true`
    await new Promise<void>((resolve) => {
      const call = request(new URL(`/api/upload/chunks?${query}`, target.url()), {
        method: 'POST',
        agent: false,
        headers: { ...target.headers, 'content-type': 'application/octet-stream', 'content-length': 960_000 },
      })
      let left = 10
      const timer = setInterval(() => {
        left -= 1
        if (left === 0 || !work.isRunning()) call.destroy()
        else call.write(Buffer.alloc(64 << 10))
      }, 1_000)
      call.on('response', (answer) => answer.resume())
      call.on('error', () => undefined)
      call.on('close', () => {
        clearInterval(timer)
        resolve()
      })
    })
  }
}

/** Downloads acknowledged files: a response with 200 has the bytes that were sent. */
export const readingLane = async (work: ChaosWork, target: UploadTarget): Promise<void> => {
  while (work.isRunning()) {
    await sleep(100)
    const ids = [...work.acknowledged.keys()]
    const id = ids[Math.floor(work.random() * ids.length)]
    if (!id) continue
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const answer = await fetch(`${target.url()}/file/${id}`, { headers: target.headers, signal }).catch(() => null)
    if (answer?.status === 500 || answer?.status === 404) work.problems.push(`download of ${id}: ${answer.status}`)
    const bytes = await answer?.arrayBuffer().catch(() => null)
    if (answer?.status !== 200 || !bytes) continue
    const wanted = work.acknowledged.get(id) as Acknowledged
    if (sha256Hex(new Uint8Array(bytes)) !== wanted.sha256) work.problems.push(`download of ${id}: other bytes`)
  }
}
