import { randomBytes } from 'node:crypto'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { localBlobs, openBlobStore } from '../../../platform/index.ts'
import { SpooledBody } from './spooled-body.ts'

const size = 300_000
const options = { check: () => undefined, maxInMemoryBytes: 0, disposable: false }

async function* once(bytes: Buffer) {
  yield bytes
}

t.test(
  'spooled files: a whole body is read while bodies that are read in pieces occupy all of their memory',
  async (t) => {
    const blobs = await openBlobStore(testFolder(t), localBlobs)
    t.teardown(() => blobs.close())
    const content = randomBytes(size)
    const spool = () => SpooledBody.receive(once(content), blobs, options)
    // As uploads that wait for one of the slots that whole bodies occupy.
    const inPieces = await Promise.all(Array.from({ length: 32 }, spool))
    const readers = inPieces.map((body) => body.pieces()[Symbol.asyncIterator]())
    for (const reader of readers) await reader.next()
    const late = (await spool()).pieces()[Symbol.asyncIterator]()
    const waiting = late.next()
    const whole = await Promise.all(Array.from({ length: 16 }, spool))
    const read = await Promise.all(whole.map((body) => body.bytes()))
    t.ok(read.every((bytes) => bytes.equals(content)))
    for (const reader of readers) await reader.return?.()
    t.equal((await waiting).value?.length, 262_144)
    await late.return?.()
    for (const body of [...inPieces, ...whole]) await body.end()
  },
)
