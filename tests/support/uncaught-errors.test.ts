import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

/** Runs the fixture as the runner runs a test file. */
const run = (error: string) => {
  const [preload, fixture] = ['uncaught-errors.ts', 'fixtures/uncaught.ts'].map((name) =>
    join(import.meta.dirname, name),
  )
  return spawnSync(process.execPath, ['--import', preload as string, fixture as string, error], { encoding: 'utf8' })
}

t.test('assertions after a pause count, also in a file that runs alone', async (t) => {
  const [command = '', ...args] = [process.execPath, join(import.meta.dirname, 'spawn-files.ts')]
  const { status, stdout } = spawnSync(command, [...args, '--', 'tests/support/fixtures/late.ts'], { encoding: 'utf8' })
  t.equal(status, 1)
  t.match(stdout, /not ok \d+ - after a pause/)
  t.match(stdout, /not ok \d+ - within a test/)
})

t.test('uncaught errors: a rejected promise or a throw in a timer fails the file; its teardowns run', async (t) => {
  for (const error of ['rejected', 'thrown']) {
    const { status, stdout, stderr } = run(error)
    t.equal(status, 1, error)
    t.match(stdout, /^not ok \d+ - lost$/m)
    t.match(stdout, /went on[\s\S]*torn down/)
    t.match(stderr, /Error: lost/)
  }
  t.equal(run('none').status, 0)
})
