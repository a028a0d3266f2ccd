import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { coverageTable, LineCoverage, moduleOf } from './coverage-table.ts'
import { testFolder } from './folders.ts'

t.test('coverage: a line counts as run when any process ran it; types, comments and blank lines do not count', (t) => {
  const path = join(testFolder(t), 'code.ts')
  const code = 'interface Shape {\n  x: number\n}\n\n// why\nconst run = () => {\n  never()\n}\nrun()\n'
  writeFileSync(path, code)
  const coverage = new LineCoverage([path])
  t.same(coverage.linesOf(path), { total: 4, run: 0 }, 'not loaded by any process')
  const [body, end] = [code.indexOf('{\n  never') + 1, code.indexOf('}\nrun')]
  const script = (inner: number) => ({
    url: pathToFileURL(path).href,
    functions: [
      { ranges: [{ startOffset: 0, endOffset: code.length, count: 1 }] },
      { ranges: [{ startOffset: body, endOffset: end, count: inner }] },
    ],
  })
  coverage.add([script(0), { url: 'node:fs', functions: [] }])
  t.same(coverage.linesOf(path), { total: 4, run: 3 })
  coverage.add([script(2)])
  t.same(coverage.linesOf(path), { total: 4, run: 4 })
  t.end()
})

t.test('coverage: the table names modules and slices, and sums all', (t) => {
  t.equal(moduleOf('modules/storage/tree/server/items.ts'), 'modules/storage/tree')
  t.equal(moduleOf('modules/users/server/services/tokens.ts'), 'modules/users')
  const table = coverageTable(
    new Map([
      ['server/app.ts', { total: 10, run: 10 }],
      ['modules/users/server/a.ts', { total: 30, run: 10 }],
    ]),
  )
  t.match(table, /^modules\/users +30 +10 +33\.3 %\nserver +10 +10 +100\.0 %\nall +40 +20 +50\.0 %$/m)
  t.end()
})
