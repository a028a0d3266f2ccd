import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { newBucket } from '../../../../../tests/support/buckets.ts'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { testObjectStore } from '../../../../../tests/support/object-store.ts'
import { poll } from '../../../../../tests/support/poll.ts'
import { s3ProviderOf, storageDrivers } from '../../../contract/s3-providers.ts'
import { blobUrlOf, checkBucket, isSameStore, storageChoiceOf } from '../choose-storage.ts'
import { openBlobStore } from '../open-blob-store.ts'

const ceph = await testObjectStore(t)
const [ours, theirs] = [randomUUID(), randomUUID()]

const openAt = async (t: Test, url: string) => {
  const store = await openBlobStore(testFolder(t), url)
  t.teardown(() => store.close())
  return store
}

if (ceph) {
  t.test('a bucket belongs to the first installation that uses it; another one is rejected', async (t) => {
    const url = await newBucket(ceph.url)
    const [first, again, second] = [await openAt(t, url), await openAt(t, url), await openAt(t, url)]
    await first.claim(ours)
    await again.claim(ours)
    await first.put(first.newKey(), Buffer.from('ours'))
    await t.rejects(second.claim(theirs), /belongs to another installation/)
    await t.rejects(second.put(second.newKey(), Buffer.from('theirs')), { reason: 'unhealthy' } as unknown as Error)
    t.equal(await second.probe(), false)
    const empty = await openAt(t, await newBucket(ceph.url))
    await empty.claim(ours)
    await t.rejects(empty.claim(ours, 'some'), /holds no files, but the database has some/)
    await empty.claim(ours)
    await empty.put(empty.newKey(), Buffer.from('ours'))
    await empty.claim(ours, 'some')
    const raced = await newBucket(ceph.url)
    const claims = await Promise.allSettled([ours, theirs].map(async (id) => (await openAt(t, raced)).claim(id)))
    t.same(claims.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'of two at once, one gets it')
  })

  t.test('a store that is away at the start is claimed when it is back, before anything is written', async (t) => {
    const url = await newBucket(ceph.url)
    await (await openAt(t, url)).claim(ours)
    const [owner, foreign] = [await openAt(t, url), await openAt(t, url)]
    ceph.signal('SIGKILL')
    const isGone = () =>
      fetch(ceph.endpoint).then(
        () => false,
        () => true,
      )
    await poll(isGone, Boolean)
    await Promise.all(
      [owner.claim(ours), foreign.claim(theirs)].map((claim) =>
        t.rejects(claim, { reason: 'unhealthy' } as unknown as Error),
      ),
    )
    await ceph.restart()
    await poll(() => owner.probe(), Boolean)
    await owner.put(owner.newKey(), Buffer.from('ours'))
    await t.rejects(foreign.put(foreign.newKey(), Buffer.from('theirs')), /unhealthy/)
  })

  t.test('a bucket is checked before it is used: each reason is named', async (t) => {
    const url = await newBucket(ceph.url)
    const check = (change: (url: URL) => void) => {
      const changed = new URL(url.replace(/^s3:/, 'https:'))
      change(changed)
      return checkBucket(changed.href.replace(/^https:/, 's3:'), ours)
    }
    t.equal(await check(() => undefined), null)
    const wrong = (field: 'username' | 'password' | 'pathname' | 'port', value: string) =>
      check((changed) => {
        changed[field] = value
      })
    t.equal(await wrong('username', 'unknown-key'), 'sign-in')
    t.equal(await wrong('password', 'wrong'), 'sign-in')
    t.equal(await wrong('pathname', '/missing-bucket'), 'bucket')
    t.equal(await wrong('port', '1'), 'unreachable')
    const store = await openAt(t, url)
    await store.put(store.newKey(), Buffer.from('before buckets were marked'))
    t.equal(await check(() => undefined), 'taken')
    await store.claim(theirs)
    t.equal(await check(() => undefined), 'taken')
    t.equal(await checkBucket(url, theirs), null)
  })
}

t.test('the vendors of object stores have the regions of the specification', async (t) => {
  const counts = storageDrivers.map((driver) => s3ProviderOf(driver)?.regions.length ?? 0)
  t.same(counts, [0, 22, 3, 5, 11, 4, 12, 0])
})

t.test('the form of a store: endpoints follow from vendor and region, and invalid fields are named', async (t) => {
  const account = { key: 'KEY', secret: 'a/b+c=', bucket: 'files' }
  const signIn = 's3://KEY:a%2Fb%2Bc%3D@'
  t.same(blobUrlOf({ driver: 'local' }), { url: 'local' })
  t.same(blobUrlOf({ driver: 'wasabi', region: 'eu-west-1', ...account }), {
    url: `${signIn}s3.eu-west-1.wasabisys.com/files?region=eu-west-1`,
  })
  t.same(blobUrlOf({ driver: 'other', region: 'home', endpoint: 'http://10.0.0.2:7480', ...account }), {
    url: `${signIn}10.0.0.2:7480/files?region=home&pathStyle=1&tls=0`,
  })
  t.same(blobUrlOf({ driver: 's3', region: 'eu-west-1', ...account, bucket: 'a.b' }), {
    url: `${signIn}s3.eu-west-1.amazonaws.com/a.b?region=eu-west-1&pathStyle=1`,
  })
  t.same(blobUrlOf({ driver: 'storj', region: 'moon', ...account }), { invalid: ['region'] })
  t.same(blobUrlOf({ driver: 'other', region: 'x', endpoint: 'https://a/b', ...account }), { invalid: ['endpoint'] })
  t.same(blobUrlOf({ driver: 's3', region: 'eu-west-1', ...account, bucket: 'Not_A_Bucket' }), { invalid: ['bucket'] })
  const choices = [
    { driver: 'local' },
    { driver: 'wasabi', region: 'eu-west-1', ...account },
    { driver: 'other', region: 'home', endpoint: 'http://10.0.0.2:7480', ...account },
  ] as const
  for (const choice of choices) {
    const { url } = blobUrlOf(choice) as { url: string }
    const { secret: _, ...shown } = { secret: '', ...choice }
    t.same(storageChoiceOf(url), shown, `${choice.driver}: without the secret`)
    t.same(
      choices.map((other) => isSameStore(url, (blobUrlOf({ ...other, key: 'NEW' }) as { url: string }).url)),
      choices.map((other) => other === choice),
    )
  }
  t.same(blobUrlOf({ driver: 's3' }), { invalid: ['key', 'secret', 'region', 'bucket'] })
})
