import fs, { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { copyTree } from './binaries.ts'

t.test('postgres: the copy of the binaries is made again when a power cut has emptied files of it', async (t) => {
  const root = testFolder(t)
  const [tree, copy] = [join(root, 'native'), join(root, 'shared', 'postgres-1')]
  mkdirSync(join(tree, 'bin'), { recursive: true })
  const file = (folder: string, name: string) => join(folder, 'bin', name)
  writeFileSync(file(tree, 'postgres'), 'binary')
  symlinkSync('postgres', file(tree, 'alias'))
  const states: [string, () => void][] = [
    ['missing', () => undefined],
    ['complete', () => writeFileSync(file(copy, 'postgres'), 'in use')],
    ['empty file', () => truncateSync(file(copy, 'postgres'))],
    ['missing file', () => rmSync(file(copy, 'alias'))],
  ]
  for (const [state, change] of states) {
    change()
    copyTree(tree, copy)
    t.equal(readFileSync(file(copy, 'alias'), 'utf8'), state === 'complete' ? 'in use' : 'binary', state)
  }
})

t.test('postgres: a copy that another first start completes meanwhile survives', async (t) => {
  const root = testFolder(t)
  const [tree, copy] = [join(root, 'native'), join(root, 'postgres-1')]
  for (const folder of [tree, copy]) mkdirSync(folder)
  writeFileSync(join(tree, 'postgres'), 'binary')
  const { renameSync, rmSync } = fs
  /** The other start is faster, at the last moment before its copy would be touched. */
  const completed = (path: unknown) => {
    if (path === copy) writeFileSync(join(copy, 'postgres'), 'in use')
  }
  t.teardown(() => {
    Object.assign(fs, { renameSync, rmSync })
    syncBuiltinESMExports()
  })
  fs.renameSync = (from, to) => {
    completed(from)
    renameSync(from, to)
  }
  fs.rmSync = (path, options) => {
    completed(path)
    rmSync(path, options)
  }
  syncBuiltinESMExports()
  copyTree(tree, copy)
  t.equal(readFileSync(join(copy, 'postgres'), 'utf8'), 'in use')
  t.strictSame(readdirSync(root).sort(), ['native', 'postgres-1'])
})
