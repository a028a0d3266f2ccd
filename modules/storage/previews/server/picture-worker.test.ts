import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { pictureProcesses } from '../../../../tests/support/malicious-images.ts'
import { threadPriorities } from '../../../../tests/support/processes.ts'
import { createPictureWorker } from './picture-worker.ts'
import { partialPathOf } from './protocol.ts'

t.test('picture worker: all threads run at the lowest priority', async (t) => {
  const folder = testFolder(t)
  const source = join(folder, 'photo.jpg')
  const raw = { create: { width: 3_000, height: 2_000, channels: 3, background: '#c81e3c' } } as const
  writeFileSync(source, await sharp(raw).jpeg().toBuffer())
  const worker = createPictureWorker()
  t.teardown(() => worker.stop())
  const made = await worker.run({ source, kind: 'picture', targets: [{ width: 320, path: join(folder, 'm.webp') }] })
  t.match(made, { width: 3_000, height: 2_000 })
  const [pid = 0] = pictureProcesses(process.pid)
  const threads = threadPriorities(pid)
  t.ok(threads.length > 4, `${threads.length} threads`)
  t.strictSame([...new Set(threads)], [19])
})

t.test('picture worker: a full disk is no fault of the picture', async (t) => {
  const folder = testFolder(t)
  const source = join(folder, 'photo.png')
  writeFileSync(
    source,
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#345' } })
      .png()
      .toBuffer(),
  )
  const path = join(folder, 'm.webp')
  symlinkSync('/dev/full', partialPathOf(path))
  const worker = createPictureWorker()
  t.teardown(() => worker.stop())
  const request = { source, kind: 'picture' as const, targets: [{ width: 320, path }] }
  await t.rejects(worker.run(request), { reason: 'full' } as unknown as Error)
  t.same(readdirSync(folder), ['photo.png'], 'without a part of it')
  t.match(await worker.run(request), { width: 60, height: 40 })
})
