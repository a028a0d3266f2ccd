import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkStopwatches } from './stopwatches.ts'

t.test('stopwatches: a measured time may appear in a comment only; a past date is not measured', async (t) => {
  const tree = testFolder(t)
  mkdirSync(join(tree, 'modules'))
  // In parts: the check reads this file too.
  const write = (name: string, lines: string[]) => writeFileSync(join(tree, 'modules', name), lines.join('\n'))
  write('fine.test.ts', [
    'const from = performance.now()',
    `t.comment(\`\${performance.now() - ${'from'}} ms\`)`,
    'const yesterday = new Date(Date.now() - dayMs)',
  ])
  write('product.ts', ['const from = Date.now()', `record(Date.now() - ${'from'})`])
  t.strictSame(checkStopwatches(tree), { files: 1, faults: [] })
  write('wrong.test.ts', ['const since = Date.now()', `t.ok(Date.now() - ${'since'} < 1_000)`])
  t.match(checkStopwatches(tree).faults, [/^modules\/wrong\.test\.ts:2: /])
  t.equal(checkStopwatches(tree).faults.length, 1)
})
