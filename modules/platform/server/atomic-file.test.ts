import { readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { smallDisk } from '../../../tests/support/disks.ts'
import { writeSecretFile } from './atomic-file.ts'

t.test('a secret that does not fit on the disk is not written, and the former one stays', (t) => {
  const disk = smallDisk(t, 1)
  if (!disk) return void t.end()
  const file = join(disk, 'manifest')
  writeSecretFile(file, 'former')
  const free = () => {
    const { bavail, bsize } = statfsSync(disk)
    return bavail * bsize
  }
  writeFileSync(join(disk, 'filler'), Buffer.alloc(free() - (8 << 10)))
  const before = free()
  t.ok(before > 0 && before < 64 << 10, 'a part of it fits')
  t.throws(() => writeSecretFile(file, 'x'.repeat(64 << 10)), { code: 'ENOSPC' })
  t.equal(readFileSync(file, 'utf8'), 'former')
  t.strictSame(readdirSync(disk).sort(), ['filler', 'manifest'], 'no draft')
  t.end()
})
