import { Readable } from 'node:stream'
import t from 'tap'
import { readTap } from './tap-report.ts'

const count = async (lines: string[]) => {
  const printed: string[] = []
  const total = await readTap(Readable.from(`TAP version 14\n${lines.join('\n')}\n`), (line) => printed.push(line))
  return { ...total, printed: printed.join('\n') }
}

t.test('tap report: assertions are counted once, not per level', async (t) => {
  const { passed, failed, failedFiles, printed } = await count([
    '# Subtest: a.test.ts',
    '    ok 1 - one',
    '    # Subtest: inner',
    '        ok 1 - two',
    '        not ok 2 - three',
    '        1..2',
    '    not ok 2 - inner',
    '    1..2',
    'not ok 1 - a.test.ts',
    '1..1',
  ])
  t.strictSame({ passed, failed }, { passed: 2, failed: 1 })
  t.match(failedFiles, [{ name: 'a.test.ts', passed: 2, failed: 1, failures: [/three/] }])
  t.match(printed, /a\.test\.ts \(2 passed, 1 failed\)/)
  t.match(printed, /three/)
})

t.test('tap report: a file that fails without a failed assertion counts as a failure', async (t) => {
  const { passed, failed } = await count([
    '# Subtest: a.test.ts',
    '    ok 1 - one',
    '    1..1',
    'not ok 1 - a.test.ts',
    '  ---',
    '  exitCode: 3',
    '  ...',
    '1..1',
  ])
  t.strictSame({ passed, failed }, { passed: 1, failed: 1 })
})

t.test('tap report: each file of a group is counted, and a failure beside them once', async (t) => {
  const group = (last: string[]) =>
    count([
      '# Subtest: a.test.ts and 1 more',
      '    # Subtest: a.test.ts',
      '        ok 1 - one',
      '        not ok 2 - two',
      '        1..2',
      '    not ok 1 - a.test.ts',
      '    # Subtest: b.test.ts',
      '        ok 1 - three',
      '        1..1',
      '    ok 2 - b.test.ts',
      ...last,
    ])
  const { printed, ...total } = await group(['    1..2', 'not ok 1 - a.test.ts and 1 more', '1..1'])
  t.match(total, { passed: 2, failed: 1, failedFiles: [{ name: 'a.test.ts', passed: 1, failed: 1 }] })
  t.equal(printed.match(/^. b\.test\.ts \(1 passed\)$/m)?.length, 1)
  const beside = await group(['    not ok 3 - lost', '    1..3', 'not ok 1 - a.test.ts and 1 more', '1..1'])
  t.match(beside, { passed: 2, failed: 2, failedFiles: [{ name: 'a.test.ts' }, { name: 'a.test.ts and 1 more' }] })
})

t.test('tap report: an empty file that crashed is a failure, a skipped assertion is not counted', async (t) => {
  t.match(await count(['not ok 1 - a.test.ts', '1..1']), { passed: 0, failed: 1 })
  t.match(await count(['# Subtest: a', '    ok 1 - x # SKIP no reason', '    1..1', 'ok 1 - a', '1..1']), {
    passed: 0,
    failed: 0,
  })
})

t.test('tap report: a bailout is a failure', async (t) => {
  t.match(await count(['ok 1 - a', 'Bail out! no disk']), { failed: 1 })
})
