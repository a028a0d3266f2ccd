import t from 'tap'
import type { S3Objects } from '../blobs/s3/s3-objects.ts'
import { minPartBytes } from '../blobs/s3/s3-parts.ts'
import { BlobError } from '../blobs/store.ts'
import { MultipartWriter } from './multipart-writer.ts'

t.test('an upload that the store ended is no missing content', async (t) => {
  const gone = async () => {
    throw new BlobError('missing')
  }
  const writerWith = (calls: object, size: number | null = null) =>
    new MultipartWriter(
      {
        uploads: {
          begin: async (name: string) => ({ name, uploadId: '1' }),
          putPart: async (_id: unknown, number: number) => ({ number, etag: 'x' }),
          complete: async () => undefined,
          ...calls,
        },
        stat: async () => size && { size },
      } as unknown as S3Objects,
      'object',
    )
  const part = Buffer.alloc(minPartBytes)
  await t.rejects(writerWith({ putPart: gone }).send(part), { message: 'blob store: unhealthy' })
  const ended = writerWith({ complete: gone })
  await ended.send(part)
  await t.rejects(ended.finish(), { message: 'blob store: unhealthy' })
  const completed = writerWith({ complete: gone }, minPartBytes)
  await completed.send(part)
  await completed.finish()
})
