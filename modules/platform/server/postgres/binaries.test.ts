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

t.test('postgres: drafts of a killed start beside the copy are deleted an hour later', async (t) => {
  const root = testFolder(t)
  const [tree, copy] = [join(root, 'native'), join(root, 'postgres-1')]
  for (const folder of [tree, copy]) mkdirSync(folder)
  for (const folder of [tree, copy]) writeFileSync(join(folder, 'postgres'), 'binary')
  for (const name of ['postgres-1.draft-0a', 'postgres-1.previous-0a', 'postgres-1.1']) mkdirSync(join(root, name))
  const { now } = Date
  t.teardown(() => Object.assign(Date, { now }))
  copyTree(tree, copy)
  t.equal(readdirSync(root).length, 5, 'another start may use it')
  Date.now = () => now() + 3_601_000
  copyTree(tree, copy)
  t.strictSame(readdirSync(root).sort(), ['native', 'postgres-1', 'postgres-1.1'])
})

t.test('postgres: first starts with the same process id, in two containers, do not share a draft', async (t) => {
  const root = testFolder(t)
  const [tree, copy] = [join(root, 'native'), join(root, 'postgres-1')]
  mkdirSync(tree)
  writeFileSync(join(tree, 'postgres'), 'binary')
  const { cpSync } = fs
  t.teardown(() => {
    Object.assign(fs, { cpSync })
    syncBuiltinESMExports()
  })
  const drafts: unknown[] = []
  fs.cpSync = (from, to, options) => {
    drafts.push(to)
    cpSync(from, to, options)
    // The other start begins while this one copies.
    if (drafts.length === 1) copyTree(tree, copy)
  }
  syncBuiltinESMExports()
  copyTree(tree, copy)
  t.equal(new Set(drafts).size, 2)
  t.equal(readFileSync(join(copy, 'postgres'), 'utf8'), 'binary')
})
