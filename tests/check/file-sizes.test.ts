import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkFileSizes } from './file-sizes.ts'

t.test('file sizes: names a file that is too long', async (t) => {
  const tree = testFolder(t)
  mkdirSync(join(tree, 'modules'))
  writeFileSync(join(tree, 'modules', 'short.ts'), 'a\n'.repeat(280))
  t.strictSame(checkFileSizes(tree).faults, [])
  writeFileSync(join(tree, 'modules', 'long.ts'), 'a\n'.repeat(281))
  t.strictSame(checkFileSizes(tree).faults, ['modules/long.ts: 281 lines, 280 at most'])
})
