import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fillDisk, smallDisk } from '../../../tests/support/disks.ts'
import { createInstallation } from './installation.ts'
import type { Settings } from './settings/settings.ts'

t.test('an installation counts as set up while a full disk keeps its file from being written', async (t) => {
  const disk = smallDisk(t, 1)
  if (!disk) return void t.comment('only root may mount a disk')
  mkdirSync(join(disk, 'data'))
  const free = fillDisk(disk)
  const settings = { get: async () => true } as unknown as Settings
  const installation = createInstallation(join(disk, 'data'), settings)
  t.ok(await installation.done())
  t.ok(installation.isKnown)
  createInstallation(join(disk, 'data'), settings).mark()
  free()
  t.ok(await createInstallation(join(disk, 'data'), settings).done())
  const later = createInstallation(join(disk, 'data'), { get: async () => false } as unknown as Settings)
  t.ok(await later.done(), 'written by the next start')
})
