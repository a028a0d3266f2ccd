import { type BlobStore, localBlobs, openBlobStore } from '../../modules/platform/index.ts'
import { type Teardown, testFolder } from './folders.ts'

/**
 * A local blob store whose disk has room for so many bytes. The first `writers` files that are staged at the same time are written
 * when all of them are staged.
 */
export const limitedBlobs = async (t: Teardown, bytes: number, writers: number): Promise<BlobStore> => {
  const blobs = await openBlobStore(testFolder(t), localBlobs)
  t.teardown(() => blobs.close())
  const readSpace = async () => {
    let free = bytes
    for (const files of [blobs.staged(), blobs.blobs()]) for await (const { size } of files) free -= size
    return { free, total: bytes, reserve: 0 }
  }
  Object.assign((blobs as unknown as { health: object }).health, { readSpace })
  const allStaged = Promise.withResolvers<void>()
  const stage = blobs.stage.bind(blobs)
  let count = 0
  blobs.stage = async (key) => {
    const staged = await stage(key)
    count += 1
    if (count === writers) allStaged.resolve()
    await allStaged.promise
    return staged
  }
  return blobs
}
