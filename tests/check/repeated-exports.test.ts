import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkRepeatedExports } from './repeated-exports.ts'

t.test(
  'repeated exports: reports names that several files export, but not the named pairs of one module',
  async (t) => {
    const tree = testFolder(t)
    const write = (path: string, ...lines: string[]) => {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), lines.join('\n'))
    }
    write('modules/a/contract/page.ts', 'export const Page = object({})', 'export type Page = Static<typeof Page>')
    write('modules/a/contract/log.ts', 'export interface Log { rows: number }')
    write('modules/a/server/log.ts', 'export class Log {}', 'export class Twice {}', 'export const rateLimits = {}')
    write('modules/a/ui/Twice.tsx', 'export const Twice = () => null')
    write('modules/b/server/shared.ts', 'export type Shared = string', 'export const rateLimits = {}')
    write('modules/a/server/shared.ts', 'export type Shared = string')
    write('modules/a/index.ts', "export { Log } from './server/log.ts'")
    write('modules/a/pages/+title.ts', 'export const Twice = 1')
    write('modules/a/log.test.ts', 'export const Log = 1')
    const { exports, faults } = checkRepeatedExports(tree, {
      Log: 'both sides',
      Shared: 'both sides',
      Single: 'both sides',
    })
    t.equal(exports, 5)
    t.strictSame(faults.sort(), [
      'Shared: exported by modules/a/server/shared.ts, modules/b/server/shared.ts; a name leads to one file',
      'Single: exported once; remove it from the names that may be exported twice',
      'Twice: exported by modules/a/server/log.ts, modules/a/ui/Twice.tsx; a name leads to one file',
    ])
  },
)
