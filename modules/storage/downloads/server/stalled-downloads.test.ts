import { connect } from 'node:net'
import t from 'tap'
import { eventually } from '../../../../tests/support/poll.ts'
import { testZips, zipOf } from '../../../../tests/support/zips.ts'
import { enforceMinSendThroughput, type OpenBlob } from '../../../platform/index.ts'

t.test('A70: clients that stop reading release the files they had open, and can resume', async (t) => {
  const { person, upload, get, url: base, app, platform } = await testZips(t)
  t.teardown(enforceMinSendThroughput(app.server, 300))
  const me = await person()
  const bytes = Buffer.alloc(24 << 20, 'film ')
  const { data } = (await upload(me, 'film.bin', bytes, {}, 8 << 20)).body
  const fileUrl = data?.attributes.file_url as string
  const zipUrl = zipOf({ id: data?.id as string, type: 'file' })
  const open = new Set<OpenBlob>()
  const { blobs } = platform
  const openBlob = blobs.open.bind(blobs)
  t.capture(blobs, 'open', async (...given: Parameters<typeof openBlob>) => {
    const blob = await openBlob(...given)
    const counted: OpenBlob = {
      size: blob.size,
      read: (into, position) => blob.read(into, position),
      release: () => {
        open.delete(counted)
        blob.release()
      },
    }
    open.add(counted)
    return counted
  })
  const { port, host, pathname } = new URL(fileUrl, base)
  const sockets = [pathname, pathname, zipUrl, zipUrl].map((path) => {
    const socket = connect(Number(port), '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.on('error', () => undefined)
    // Two requests at once; the second response waits behind the first.
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx-test-user: ${me.ownerId}\r\n\r\n`.repeat(2))
    return socket
  })
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('readable', resolve))))
  await eventually(t, () => open.size, 6, 'of an archive, only what is being sent')
  await eventually(t, () => open.size, 0, 'all are closed without an act of the clients')
  const whole = await get(me, fileUrl, {}, 'HEAD')
  const headers = { range: 'bytes=5000-', 'if-range': whole.headers.get('etag') as string }
  const rest = await get(me, fileUrl, headers)
  t.equal(rest.status, 206)
  t.ok(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(5_000)))
})
