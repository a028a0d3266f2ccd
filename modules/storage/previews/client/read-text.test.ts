import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { probeFile } from '../../tree/client/fetch-error.ts'
import { FileReadError, readText } from './read-text.ts'

const files: Record<string, Buffer> = {
  '/short': Buffer.from('one\ntwo\n'),
  '/long': Buffer.from('äöü\n'.repeat(1_000)),
  '/utf16': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('grüße', 'utf16le')]),
}
const used = 'This link has reached its download limit.'
const errors: Record<string, { status: number; body: object }> = {
  '/used': { status: 410, body: { code: 'download-limit-reached', message: used } },
  '/signed-out': { status: 401, body: { code: 'unauthenticated', message: 'Sign in first.' } },
  '/broken': { status: 500, body: { code: 'internal', message: 'Oh.' } },
}
const server = createServer((request, response) => {
  const error = errors[request.url ?? '']
  if (error) return void response.writeHead(error.status).end(JSON.stringify(error.body))
  const file = files[request.url ?? '']
  if (!file) return void response.writeHead(404).end()
  const [, last] = /bytes=0-(\d+)/.exec(request.headers.range ?? '') ?? []
  const end = Math.min(Number(last), file.length - 1)
  response.writeHead(206, { 'content-range': `bytes 0-${end}/${file.length}` }).end(file.subarray(0, end + 1))
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
t.teardown(() => server.close())
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

t.test('read text: a whole text, and the beginning of a long one, cut between lines', async (t) => {
  t.same(await readText(url('/short')), { text: 'one\ntwo\n', shown: 8, total: 8 })
  const part = await readText(url('/long'), undefined, 101)
  t.match(part, { shown: 101, total: 7_000 })
  t.equal(part.text, 'äöü\n'.repeat(14))
  t.equal((await readText(url('/utf16'))).text.replace('\uFEFF', ''), 'grüße')
})

t.test("read text: errors carry the status, and the server's message where it is more specific", async (t) => {
  await t.rejects(readText(url('/gone')), new FileReadError({ status: 404, message: '' }))
  await t.rejects(readText(url('/used')), new FileReadError({ status: 410, message: used }))
  await t.rejects(readText(url('/signed-out')), new FileReadError({ status: 401, message: '' }))
  t.same(await probeFile(url('/broken')), { status: 500, message: '' })
  t.same(await probeFile(url('/used')), { status: 410, message: used })
  t.same(await probeFile(url('/short')), { status: 206, message: '' })
  await t.rejects(readText('http://127.0.0.1:1/'), new FileReadError({ status: 0, message: '' }))
})
