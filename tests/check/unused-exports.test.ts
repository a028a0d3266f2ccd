import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkUnusedExports } from './unused-exports.ts'

t.test('exports: reports names that no other file uses', async (t) => {
  const tree = testFolder(t)
  mkdirSync(join(tree, 'modules/pages'), { recursive: true })
  const write = (path: string, lines: string[]) => writeFileSync(join(tree, path), lines.join('\n'))
  write('modules/a.ts', ['export const used = 1', 'export const alone = 2', 'export interface Alone { alone: number }'])
  write('modules/b.ts', ['export const tested = used + 1'])
  write('modules/b.test.ts', ['t.equal(tested, 2)'])
  write('modules/pages/+title.ts', ['export const title = () => used'])
  const { exports, faults } = checkUnusedExports(tree)
  t.equal(exports, 4)
  t.strictSame(faults, [
    'modules/a.ts: nothing outside of the file uses alone',
    'modules/a.ts: nothing outside of the file uses Alone',
  ])
})
