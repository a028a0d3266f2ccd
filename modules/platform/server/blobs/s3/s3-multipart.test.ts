import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { poll } from '../../../../../tests/support/poll.ts'
import { BlobError } from '../store.ts'
import { S3Multipart } from './s3-multipart.ts'
import type { S3Objects } from './s3-objects.ts'
import { minPartBytes } from './s3-parts.ts'
import type { MultipartId, UploadedPart } from './s3-uploads.ts'

const size = 1_000

t.test('S3: an upload whose last bytes take long is not idle', async (t) => {
  const path = join(testFolder(t), 'staged')
  writeFileSync(path, Buffer.alloc(size))
  const slow = Promise.withResolvers<{ etag: string }>()
  let isSending = false
  const objects = {
    health: { healthy: true },
    uploads: {
      begin: async () => ({ id: '1' }),
      putPart: () => {
        isSending = true
        return slow.promise
      },
      complete: async () => undefined,
    },
    stat: async () => ({ size }),
  } as unknown as S3Objects
  const multipart = new S3Multipart(objects, 'blob', path)
  t.ok(multipart.isIdle(0))
  const finished = multipart.finish(size)
  await poll(() => isSending)
  t.notOk(multipart.isIdle(0), 'while its parts are sent')
  slow.resolve({ etag: 'x' })
  await finished
  t.ok(multipart.isIdle(0))
})

t.test('S3: a completion whose answer comes too late counts when the object is there', async (t) => {
  const path = join(testFolder(t), 'staged')
  writeFileSync(path, Buffer.alloc(size))
  let stored: { size: number } | null = { size }
  const objects = {
    health: { healthy: true },
    uploads: {
      begin: async () => ({ id: '1' }),
      putPart: async () => ({ etag: 'x' }),
      complete: async () => {
        throw new BlobError('unhealthy')
      },
    },
    stat: async () => stored,
  } as unknown as S3Objects
  await new S3Multipart(objects, 'blob', path).finish(size)
  stored = null
  await t.rejects(new S3Multipart(objects, 'blob', path).finish(size), new BlobError('unhealthy'))
})

t.test('S3: after the store ended an upload, its parts are sent again', async (t) => {
  const path = join(testFolder(t), 'staged')
  const whole = 6 * minPartBytes
  writeFileSync(path, '')
  truncateSync(path, whole)
  const ended = new Set<string>()
  const completed: { uploadId: string; parts: string[] }[] = []
  let [begun, sent] = [0, 0]
  const objects = {
    health: { healthy: true },
    uploads: {
      begin: async (name: string) => ({ name, uploadId: String(++begun) }),
      putPart: async ({ uploadId }: MultipartId, number: number) => {
        if (ended.has(uploadId)) throw new BlobError('missing')
        sent += 1
        return { number, etag: `${uploadId}-${number}` }
      },
      complete: async ({ uploadId }: MultipartId, parts: UploadedPart[]) =>
        void completed.push({ uploadId, parts: parts.map(({ etag }) => etag) }),
    },
    stat: async () => ({ size: whole }),
  } as unknown as S3Objects
  const multipart = new S3Multipart(objects, 'blob', path)
  multipart.advance(2 * minPartBytes)
  await poll(() => sent === 2 && multipart.isIdle(0))
  ended.add('1')
  await t.rejects(
    multipart.finish(whole),
    { message: 'blob store: unhealthy' },
    'the staged file is intact: no missing blob',
  )
  await multipart.finish(whole)
  t.strictSame(completed, [{ uploadId: '2', parts: [1, 2, 3, 4, 5, 6].map((number) => `2-${number}`) }])
})
