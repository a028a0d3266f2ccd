import { randomUUID } from 'node:crypto'
import t from 'tap'
import { newBucket } from '../../../../tests/support/buckets.ts'
import { testObjectStore } from '../../../../tests/support/object-store.ts'
import { S3Objects } from '../blobs/s3/s3-objects.ts'
import { BackupBucket } from './backup-bucket.ts'
import { BackupError } from './backup-store.ts'
import { type BackupLocation, parseBackupUrl } from './backup-url.ts'

const store = await testObjectStore(t)
/** Record of an installation that has used no target yet. */
const uses = { isUsed: async () => false, accepts: async () => true, add: async () => randomUUID() }

if (store)
  t.test('a backup target in a bucket belongs to one of the installations that claim it at once', async (t) => {
    for (let round = 0; round < 3; round += 1) {
      const url = (await newBucket(store.url)).replace('?', '/backups?')
      const claim = async (id: string) => {
        const target = new BackupBucket(parseBackupUrl(url) as BackupLocation)
        await target.claim(id, uses).finally(() => target.close())
      }
      const ids = [randomUUID(), randomUUID(), randomUUID()]
      const claims = await Promise.allSettled(ids.map(claim))
      const winners = ids.filter((_, at) => claims[at]?.status === 'fulfilled')
      t.equal(winners.length, 1, `${claims.map(({ status }) => status)}`)
      for (const one of claims)
        if (one.status === 'rejected') t.ok(one.reason instanceof BackupError, one.reason.message)
      await claim(winners[0] as string)
    }
  })

if (store)
  t.test('objects that others have put among the blobs of a backup are ignored', async (t) => {
    const url = await newBucket(store.url)
    const { location } = parseBackupUrl(url) as BackupLocation
    const objects = new S3Objects(location)
    t.teardown(() => objects.close())
    const key = `aabb${'0'.repeat(28)}`
    for (const name of [`aa/bb/${key}`, 'aa/bb/.DS_Store', `zz/${key}`])
      await objects.put(`blobs/${name}`, Buffer.from('x'))
    const target = new BackupBucket(parseBackupUrl(url) as BackupLocation)
    t.teardown(() => target.close())
    const found: string[] = []
    for await (const each of target.blobKeys()) found.push(each)
    t.strictSame(found, [key])
  })
