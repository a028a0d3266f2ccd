import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { bundle } from '../../tree/contract.ts'
import type { uploadChunk } from '../contract.ts'
import type { ResponseOf } from './api-response.ts'
import { createBundler } from './bundler.ts'
import { type HttpRequest, type HttpResponse, noResponse } from './transport.ts'

mock.timers.enable({ apis: ['setTimeout'] })
t.teardown(() => mock.timers.reset())

/** Runs everything that waits: promises, then the timer that collects files, then the promises behind it. */
const pass = async (): Promise<void> => {
  await setImmediate()
  mock.timers.tick(1)
  await setImmediate()
}

interface Sent {
  request: HttpRequest
  files: { name: string; bytes: string }[]
  answer(answer?: HttpResponse): Promise<void>
}

/** Parses a body as the server does. */
const filesOf = ({ url, body }: HttpRequest) => {
  const all = Buffer.from(body as ArrayBuffer)
  let at = Number(new URL(url, 'http://x').searchParams.get('head'))
  const fields = JSON.parse(all.toString('utf8', 0, at)) as { name: string; total_size: string }[]
  const files = fields.map(({ name, total_size }) => {
    const from = at
    at += Number(total_size)
    return { name, bytes: all.toString('utf8', from, at) }
  })
  return { files, rest: all.length - at }
}

const setup = () => {
  const sent: Sent[] = []
  const send = createBundler(
    (request) =>
      new Promise((resolve, reject) => {
        const { files, rest } = filesOf(request)
        t.equal(rest, 0, 'the body ends with the last file')
        const done = (name: string) => ({ status: 201, data: { id: name } })
        const body = { files: files.map(({ name }) => done(name)) }
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason))
        sent.push({
          request,
          files,
          answer: async (answer = { status: 200, body, retryAfter: null }) => {
            resolve(answer)
            await pass()
          },
        })
      }),
    '/bundle',
  )
  const file = (name: string, text = `bytes of ${name}`) => {
    const bytes = new TextEncoder().encode(text).buffer
    const abort = new AbortController()
    const state = { answer: null as ResponseOf<typeof uploadChunk> | null, stopped: false, sent: 0, abort }
    send({ name, total_size: String(bytes.byteLength) }, bytes, abort.signal, (count) => {
      state.sent = count
    }).then(
      (answer) => {
        state.answer = answer
      },
      () => {
        state.stopped = true
      },
    )
    return state
  }
  const names = (at: number) => sent[at]?.files.map(({ name }) => name)
  return { sent, file, names }
}

t.test('files that are ready together go together, and each gets its own answer', async (t) => {
  const { sent, file, names } = setup()
  const [one, two] = [file('one', 'ä'), file('two')]
  await pass()
  t.equal(sent.length, 1)
  t.strictSame(sent[0]?.files, [
    { name: 'one', bytes: 'ä' },
    { name: 'two', bytes: 'bytes of two' },
  ])
  const { request } = sent[0] as Sent
  const whole = (request.body as ArrayBuffer).byteLength
  request.onProgress?.(3)
  t.strictSame([one.sent, two.sent], [0, 0], 'the head is sent first')
  request.onProgress?.(whole - 7)
  t.strictSame([one.sent, two.sent], [2, 5], 'then the files one after the other')
  request.onProgress?.(whole)
  t.strictSame([one.sent, two.sent], [2, 12])
  const rejection = { status: 422, error: { type: 'error', code: 'invalid-chunk', message: '' } }
  await sent[0]?.answer({
    status: 200,
    body: { files: [{ status: 201, data: { id: 'x' } }, rejection] },
    retryAfter: null,
  })
  t.strictSame(one.answer, { ok: true, status: 201, body: { data: { id: 'x' } }, retryAfter: null })
  t.strictSame(two.answer, { ok: false, status: 422, body: rejection.error, retryAfter: null })
  file('three')
  await pass()
  t.strictSame(names(1), ['three'], 'a single file does not wait for others')
})

t.test('bundler: two requests at a time; later files are collected for the next one, up to its maximum', async (t) => {
  const { sent, file, names } = setup()
  file('a')
  await pass()
  file('b')
  await pass()
  const rest = Array.from({ length: bundle.files + 3 }, (_, at) => file(`r${at}`))
  await pass()
  t.equal(sent.length, 2)
  await sent[0]?.answer()
  t.equal(names(2)?.length, bundle.files)
  await sent[1]?.answer()
  t.strictSame(
    names(3),
    rest.slice(bundle.files).map((_, at) => `r${bundle.files + at}`),
  )
  await sent[2]?.answer()
  await sent[3]?.answer()
  t.ok(rest.every(({ answer }) => answer?.status === 201))
})

t.test('bundler: a lost or rejected request is the response of each file; a foreign success is none', async (t) => {
  const { sent, file } = setup()
  for (const [index, answer] of [noResponse, { status: 200, body: { login: '/portal' }, retryAfter: null }].entries()) {
    const files = [file('a'), file('b')]
    await pass()
    await sent[index]?.answer(answer)
    t.strictSame(
      files.map(({ answer }) => answer),
      Array(2).fill({ ...noResponse, ok: false }),
    )
  }
})

t.test('bundler: stopping a file does not affect the others; stopping all aborts the request', async (t) => {
  const { sent, file, names } = setup()
  const [first, second] = [file('first'), file('second')]
  await pass()
  first.abort.abort()
  await pass()
  t.notOk(sent[0]?.request.signal?.aborted)
  second.abort.abort()
  await pass()
  t.ok(first.stopped && second.stopped && sent[0]?.request.signal?.aborted)
  const [gone, kept] = [file('gone'), file('kept')]
  gone.abort.abort()
  await pass()
  t.ok(gone.stopped)
  t.strictSame(names(1), ['kept'], 'a file stopped before the request is not sent')
  await sent[1]?.answer()
  t.equal(kept.answer?.status, 201)
})

t.test('bundler: a file that is stopped too late gets its response', async (t) => {
  const { sent, file } = setup()
  const [one, two] = [file('one'), file('two')]
  await pass()
  one.abort.abort()
  await sent[0]?.answer()
  t.strictSame([one.answer?.status, two.answer?.status], [201, 201])
  const alone = file('alone')
  await pass()
  const { request } = sent[1] as Sent
  request.onProgress?.((request.body as ArrayBuffer).byteLength)
  alone.abort.abort()
  t.notOk(request.signal?.aborted, 'the whole body was sent')
  await sent[1]?.answer()
  t.equal(alone.answer?.status, 201)
})
