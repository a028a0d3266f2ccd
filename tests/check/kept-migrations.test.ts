import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkKeptMigrations } from './kept-migrations.ts'

t.test('a migration that was committed is neither removed nor renamed', async (t) => {
  const tree = testFolder(t)
  t.strictSame(checkKeptMigrations(tree), { commits: 0, faults: [] }, 'without history')
  const git = (...args: string[]) => execFileSync('git', ['-C', tree, ...args], { stdio: 'pipe' })
  const commit = () => {
    git('add', '--all')
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message', 'change')
  }
  git('init', '--quiet')
  mkdirSync(join(tree, 'migrations'))
  for (const name of ['first', 'second']) writeFileSync(join(tree, 'migrations', `${name}.ts`), name)
  commit()
  writeFileSync(join(tree, 'migrations', 'first.ts'), 'changed')
  commit()
  t.strictSame(checkKeptMigrations(tree), { commits: 2, faults: [] })
  renameSync(join(tree, 'migrations', 'second.ts'), join(tree, 'migrations', 'third.ts'))
  commit()
  t.match(checkKeptMigrations(tree), { commits: 3, faults: [/^migrations\/second\.ts was removed or renamed/] })
  t.equal(checkKeptMigrations(tree).faults.length, 1)
})
