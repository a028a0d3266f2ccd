import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { poll } from '../../../../tests/support/poll.ts'
import { parseForm } from './form-parser.ts'

const part = (name: string, text: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n`
const end = '--b--\r\n'

type Take = Parameters<typeof parseForm>[3]

const readAll: Take = async (_name, pieces) => {
  for await (const _ of pieces);
}

/** A server that parses each form with `take` and records the outcome. */
const serverOf = async (
  test: Pick<typeof t, 'teardown'>,
  take: Take,
  { isBorrowed = false, fields = {} }: { isBorrowed?: boolean; fields?: Record<string, string> } = {},
) => {
  const outcomes: Promise<unknown>[] = []
  const requests: IncomingMessage[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(request)
    const parsing = parseForm(request, {}, fields, take, { isBorrowed }).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    )
    outcomes.push(parsing)
    void parsing.then((outcome) => response.end(outcome))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => server.close())
  return { outcomes, requests, port: (server.address() as AddressInfo).port }
}

const sendTo = (port: number, body: string, length = Buffer.byteLength(body)) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n${body}`,
  )
  return socket
}

const arrived = (outcomes: unknown[]) => poll(() => outcomes.length > 0)

t.test('form: a connection lost while a file waits for the previous one is invalid-chunk', async (t) => {
  let [began, ended] = [0, 0]
  const { promise: loss, resolve: lose } = Promise.withResolvers<void>()
  const { outcomes, requests, port } = await serverOf(t, async (name, pieces) => {
    began++
    await loss
    await readAll(name, pieces).finally(() => ended++)
  })
  const form = part('first', 'one') + part('second', 'two, and so')
  const socket = sendTo(port, form, form.length + 1_000)
  await poll(() => began > 0)
  const closed = new Promise((resolve) => requests[0]?.once('close', resolve))
  socket.destroy()
  await closed
  lose()
  t.equal(await outcomes[0], 'invalid-chunk')
  t.same([began, ended], [1, 1], 'the second file is not started, and the first has ended before the rejection')
})

t.test('form: a connection lost after a file was rejected unread changes nothing', async (t) => {
  const rejection = Object.assign(new Error('no'), { code: 'rejected' })
  const { outcomes, port } = await serverOf(t, async () => {
    throw rejection
  })
  const form = part('first', 'x'.repeat(10_000))
  const socket = sendTo(port, form.slice(0, 9_000), form.length)
  await arrived(outcomes)
  t.equal(await outcomes[0], 'rejected')
  socket.destroy()
  await wait(50)
})

t.test('form: rejects a form without an end', async (t) => {
  for (const take of [
    readAll,
    async (name: string | null, pieces: AsyncIterable<Buffer>) => {
      await wait(20)
      await readAll(name, pieces)
    },
  ]) {
    const { outcomes, port } = await serverOf(t, take)
    sendTo(port, part('first', 'one'))
    await arrived(outcomes)
    t.equal(await outcomes[0], 'invalid-chunk')
  }
})

t.test('form: passes files one after the other', async (t) => {
  const seen: string[] = []
  const { outcomes, port } = await serverOf(t, async (name, pieces) => {
    let text = ''
    for await (const piece of pieces) text += piece.toString()
    await wait(20)
    seen.push(`${name}=${text}`)
  })
  sendTo(port, part('a', 'one') + part('b', 'two') + end)
  await arrived(outcomes)
  t.equal(await outcomes[0], 'done')
  t.same(seen, ['a=one', 'b=two'])
})

t.test('form: pieces of any size keep fields and files whole, also when their memory is freed', async (t) => {
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const [first, second] = ['x'.repeat(30), 'abcdefgh\r\n--almost'.repeat(40)]
  const form = `${field('extension', 'jpg')}${part('a', first)}${field('is_last', '1')}${part('b', second)}${field('is_copy', 'true')}${end}`
  const pieceSizes = [1, 2, 3, 4, 5, 7, 64, form.length]
  for (const size of pieceSizes) {
    const files: string[] = []
    const fields: Record<string, string> = {}
    const keep: Take = async (_name, pieces) => {
      let text = ''
      for await (const piece of pieces) {
        await wait(size > 5 ? 5 : 0)
        text += piece.toString()
      }
      files.push(text)
    }
    const { outcomes, port } = await serverOf(t, keep, { isBorrowed: true, fields })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    // Each chunk of the transfer is a piece of its own.
    for (let at = 0; at < form.length; at += size) {
      const piece = form.slice(at, at + size)
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
    }
    socket.write('0\r\n\r\n')
    await arrived(outcomes)
    t.equal(await outcomes[0], 'done', `${size} bytes`)
    t.strictSame(files, [first, second], `${size} bytes`)
    t.strictSame(fields, { extension: 'jpg', is_last: '1', is_copy: 'true' }, `${size} bytes`)
    socket.destroy()
  }
})
