import t from 'tap'
import { processorTable } from './processor-table.ts'
import { ProcessorTimes, type ProcessState } from './processor-times.ts'

const run = 5
const runner = 10
const state = (pid: number, parent: number, args: string, seconds: number, ended = 0): ProcessState => ({
  pid,
  parent,
  started: pid,
  args,
  seconds,
  ended,
})

const roots = [state(run, 1, 'node run-tests.ts', 7), state(runner, run, 'node spawn-files.ts', 0.25)]

t.test('times: a process’s time between two readings counts for the file that its group runs', (t) => {
  const times = new ProcessorTimes(run, runner)
  const [group, server, page] = [20, 30, 40]
  times.add(
    [
      state(1, 0, 'init', 90),
      ...roots,
      state(group, runner, 'tests/a.test.ts', 1),
      state(server, group, 'node dist/app/1/main.mjs', 2),
      state(35, group, '/usr/bin/chromium --headless', 3),
      state(page, 35, '/usr/bin/chromium --type=renderer', 4),
      state(50, run, '/opt/postgres -D data', 5),
      state(51, 50, `postgres: coffer t_${group}_ab12 idle`, 6),
    ],
    1,
  )
  const a = { test: 1, server: 2, command: 0, pages: 4, browser: 3, database: 6, other: 0, elapsed: 1 }
  t.same(times.files.get('tests/a.test.ts'), a)
  t.match(times.files.get('between the files'), { database: 5, other: 0.25 }, 'what belongs to no test')
  t.notOk(
    [...times.files.values()].some(({ other }) => other > 1),
    'nothing that was there before or belongs to others',
  )
  times.add([...roots, state(group, runner, 'tests/b.test.ts', 1.5), state(server, group, 'node main.mjs', 2.25)], 0.5)
  t.same(times.files.get('tests/a.test.ts'), a, 'the first file is over')
  const b = { test: 0.5, server: 0.25, command: 0, pages: 0, browser: 0, database: 0, other: 0, elapsed: 0.5 }
  t.same(times.files.get('tests/b.test.ts'), b)
  t.end()
})

t.test('times: a child that began and ended between two readings counts, once', (t) => {
  const times = new ProcessorTimes(run, runner)
  times.add([...roots, state(20, runner, 'tests/a.test.ts', 1), state(30, 20, 'node cli.mjs', 2)], 1)
  times.add([...roots, state(20, runner, 'tests/a.test.ts', 1, 2.5)], 1)
  t.equal(times.files.get('tests/a.test.ts')?.command, 2)
  t.equal(times.files.get('tests/a.test.ts')?.other, 0.5, 'what the command used after its last reading')
  times.add([...roots, state(20, runner, 'tests/a.test.ts', 1, 5.5)], 1)
  t.equal(times.files.get('tests/a.test.ts')?.other, 3.5, 'a child that was never seen')
  const [shell, browser] = [state(40, 20, 'sh browser', 0), state(41, 40, '/usr/bin/chromium', 4)]
  times.add([...roots, state(20, runner, 'tests/a.test.ts', 1, 5.5), shell, browser], 1)
  times.add([...roots, state(20, runner, 'tests/a.test.ts', 1, 9.75)], 1)
  t.equal(times.files.get('tests/a.test.ts')?.other, 3.75, 'a tree that ended at once')
  t.end()
})

t.test('times: the table has the most expensive file first, and the sums last', (t) => {
  const times = new ProcessorTimes(run, runner)
  times.add([...roots, state(20, runner, 'tests/a.test.ts', 1), state(21, runner, 'tests/b.test.ts', 2)], 1)
  const lines = processorTable(times.files).split('\n')
  t.match(lines[1], /^ +2\.0 .* tests\/b\.test\.ts$/)
  t.match(lines.at(-1), /^ +3\.3 .* all$/)
  t.end()
})
