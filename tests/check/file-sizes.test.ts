import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkFileSizes } from './file-sizes.ts'

/** A tree with files of the given lengths in lines. */
const treeOf = (t: Test, files: Record<string, number>) => {
  const tree = testFolder(t)
  for (const folder of ['modules', 'tests']) mkdirSync(join(tree, folder))
  for (const [path, lines] of Object.entries(files)) writeFileSync(join(tree, path), 'a\n'.repeat(lines))
  return tree
}

const short = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`modules/${at}.ts`, 45]))

t.test('file sizes: names a file that is too long', async (t) => {
  t.strictSame(checkFileSizes(treeOf(t, { ...short(20), 'tests/long.ts': 280 })).faults, [])
  const { faults } = checkFileSizes(treeOf(t, { ...short(20), 'tests/long.ts': 281 }))
  t.strictSame(faults, ['tests/long.ts: 281 lines, 280 at most'])
})

t.test('file sizes: names a median and a 95th percentile of the product that are too long', async (t) => {
  const median = checkFileSizes(treeOf(t, { 'modules/a.ts': 46, 'modules/b.ts': 46, 'modules/a.test.ts': 200 })).faults
  t.strictSame(median, ["half of the product's files have 46 lines or more, 45 at most"])
  const p95 = checkFileSizes(treeOf(t, { ...short(18), 'modules/x.ts': 151, 'modules/y.ts': 151 })).faults
  t.strictSame(p95, ["5 % of the product's files have 151 lines or more, 150 at most"])
})
