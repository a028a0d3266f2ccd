import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
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
