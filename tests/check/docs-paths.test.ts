import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkDocsPaths } from './docs-paths.ts'

t.test('documents: names paths that do not exist, and names that are not in the file cited with them', async (t) => {
  const tree = testFolder(t)
  for (const folder of ['docs', 'modules']) mkdirSync(join(tree, folder))
  writeFileSync(join(tree, 'modules', 'a.ts'), 'export const first = 1\nexport const second = 2\n')
  writeFileSync(join(tree, 'docs', 'a.md'), 'See `first` and `third` in `modules/a.ts`, `second` in `modules/b.ts`.\n')
  t.strictSame(checkDocsPaths(tree), {
    paths: 2,
    faults: ['docs/a.md cites modules/b.ts', 'docs/a.md cites third in modules/a.ts'],
  })
})
