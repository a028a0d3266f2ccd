import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { sha256Of, testUploads } from '../../../../tests/support/chunks.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'

type Step =
  | { kind: 'send'; size: number }
  | { kind: 'repeat' }
  | { kind: 'skip'; by: number }
  | { kind: 'cut'; size: number; after: number }
  | { kind: 'twice'; size: number }
  | { kind: 'ask' }
  | { kind: 'discard' }

const size = fc.integer({ min: 1, max: 400_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const), size }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('skip' as const), by: size }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), size, after: size }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('twice' as const), size }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('discard' as const) }) },
)

const noise = (length: number, seed: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; at++) bytes[at] = Math.imul(at + seed, 2_654_435_761) >>> 13
  return bytes
}

t.test('model: after any sequence of faults the stored bytes are the bytes that were sent', async (t) => {
  const { chunk, get, person, bytesOf, usage, platform, storage } = await testUploads(t)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_500_000 }),
      fc.array(step, { maxLength: 12 }),
      fc.nat(1e6),
      async (total, steps, seed) => {
        const me = await person()
        const bytes = noise(total, seed)
        const upload_id = randomUUID()
        let offset = 0
        let previous = { from: 0, to: 0 }
        const piece = (length: number) => ({ from: offset, to: Math.min(offset + length, total) })
        const send = ({ from, to }: { from: number; to: number }, cutAfter?: number) => {
          const fields = {
            name: 'm.bin',
            upload_id,
            offset: from,
            total_size: total,
            is_last_chunk: to === total,
            sha256: sha256Of(bytes),
          }
          return chunk(me, fields, bytes.subarray(from, to), cutAfter === undefined ? {} : { cutAfter })
        }
        const told = async () => {
          const answer = await get(me, `/api/upload/chunks/${upload_id}`)
          return answer.status === 404
            ? 0
            : ((await answer.json()) as { data: { attributes: { offset: number } } }).data.attributes.offset
        }
        for (const current of steps) {
          if (offset === total) break
          if (current.kind === 'send') {
            const wanted = piece(current.size)
            const { status } = await send(wanted)
            if (status !== (wanted.to === total ? 201 : 200)) throw new Error(`send: ${status}`)
            ;[previous, offset] = [wanted, wanted.to]
          } else if (current.kind === 'repeat' && previous.to > 0) {
            const { status } = await send(previous)
            if (status !== 200) throw new Error(`repeat: ${status}`)
          } else if (current.kind === 'skip') {
            const from = Math.min(offset + current.by, total - 1)
            if (from > offset && (await send({ from, to: total })).body.expected_offset !== offset)
              throw new Error('skip')
          } else if (current.kind === 'cut') {
            const wanted = piece(current.size)
            if (wanted.to - wanted.from < 2) continue
            await send(wanted, Math.min(current.after, wanted.to - wanted.from - 1)).then(
              () => Promise.reject(new Error('a cut chunk was answered')),
              () => undefined,
            )
            // The bytes that arrived may have been kept: a chunk behind the end is rejected with the offset.
            const probe = await send({ from: total, to: total })
            const kept = probe.body.expected_offset
            if (kept === undefined || kept < offset || kept >= wanted.to) throw new Error(`cut: ${kept}`)
            offset = kept
          } else if (current.kind === 'twice') {
            const wanted = piece(current.size)
            const answers = await Promise.all([send(wanted), send(wanted)])
            if (answers.some(({ status }) => status !== 200 && status !== 201)) throw new Error('twice')
            ;[previous, offset] = [wanted, wanted.to]
          } else if (current.kind === 'ask' && (await told()) !== offset) throw new Error('ask')
          else if (current.kind === 'discard') {
            await get(me, `/api/upload/chunks/${upload_id}`, {}, 'DELETE')
            ;[previous, offset] = [{ from: 0, to: 0 }, 0]
          }
        }
        const end = await send(offset < total ? { from: offset, to: total } : previous)
        const { used, reserved } = await usage(me)
        return end.status === 201 && used === total && reserved === 0 && (await bytesOf(me, end)).equals(bytes)
      },
    ),
    { numRuns: Number(process.env.MODEL_RUNS ?? 40) },
  )
  t.same(await wrongCounters(platform.db), [])
  await storage.api.garbageCollector.run({ grace: 0 })
  t.same((await storage.api.fsck.run({ deep: true, grace: 0 })).findings, [])
})
