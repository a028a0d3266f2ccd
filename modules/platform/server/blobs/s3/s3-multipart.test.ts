import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { poll } from '../../../../../tests/support/poll.ts'
import { BlobError } from '../store.ts'
import { S3Multipart } from './s3-multipart.ts'
import type { S3Objects } from './s3-objects.ts'

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
