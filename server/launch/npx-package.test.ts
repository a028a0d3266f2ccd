import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../tests/support/folders.ts'
import { dataDirOf } from './default-data-dir.mjs'
import { nameLibraries } from './library-names.mjs'

t.test('npx: data is in a folder of the account, or where DATA_DIR says', async (t) => {
  t.equal(dataDirOf({}, '/home/jane', '/srv'), '/home/jane/.local/share/coffer')
  t.equal(dataDirOf({ XDG_DATA_HOME: '/data' }, '/home/jane', '/srv'), '/data/coffer')
  t.equal(dataDirOf({ DATA_DIR: 'here' }, '/home/jane', '/srv'), '/srv/here')
  t.equal(dataDirOf({ DATA_DIR: '/var/lib/coffer', XDG_DATA_HOME: '/data' }, '/', '/'), '/var/lib/coffer')
})

t.test('npx: libraries have the name that programs load them by, without links, which npm leaves out', async (t) => {
  const folder = testFolder(t)
  writeFileSync(join(folder, 'libpq.so.5.18'), 'pq')
  writeFileSync(join(folder, 'libz.so.1'), 'z')
  for (const name of ['libpq.so', 'libpq.so.5']) symlinkSync('libpq.so.5.18', join(folder, name))
  nameLibraries(folder)
  t.same(readdirSync(folder).sort(), ['libpq.so.5', 'libz.so.1'])
  t.equal(readFileSync(join(folder, 'libpq.so.5'), 'utf8'), 'pq')
})
