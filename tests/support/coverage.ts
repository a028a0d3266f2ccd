/**
 * `npm run test:coverage`: runs tests (default: the parts unit and api) and prints how many lines of the server's code
 * they ran, module by module. Measured by V8 in each process; a process that is killed writes nothing.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coverageTable, LineCoverage, type ScriptCoverage } from './coverage-table.ts'
import { root } from './test-files.ts'

const given = process.argv.slice(2).filter((arg) => arg !== '--coverage')
const folder = mkdtempSync(join(tmpdir(), 'coffer-coverage-'))
const { status } = spawnSync(
  process.execPath,
  [join(root, 'tests/support/run-tests.ts'), ...(given.length > 0 ? given : ['--part=unit', '--part=api'])],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_V8_COVERAGE: folder } },
)
const paths = globSync(['modules/**/server/**/*.ts', 'modules/*/index.ts', 'server/*.ts'], { cwd: root }).filter(
  (path) => !/\.test\.ts$/.test(path),
)
const coverage = new LineCoverage(paths.map((path) => join(root, path)))
for (const file of readdirSync(folder)) {
  const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: ScriptCoverage[] }
  coverage.add(result)
}
rmSync(folder, { recursive: true, force: true })
console.log(coverageTable(new Map(paths.map((path) => [path, coverage.linesOf(join(root, path))]))))
process.exitCode = status ?? 1
