import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { limitServerLog } from './server-log.ts'

t.test('postgres: of a log that has become long only the newest part is kept', async (t) => {
  const folder = testFolder(t)
  const log = join(folder, 'postgres.log')
  writeFileSync(log, '')
  truncateSync(log, 20 << 20)
  writeFileSync(log, 'the newest line', { flag: 'a' })
  await limitServerLog(log)
  t.equal(statSync(log).size, 0)
  t.equal(statSync(`${log}.1`).size, 8 << 20)
  t.match(readFileSync(`${log}.1`, 'utf8'), /the newest line$/)
  t.strictSame(readdirSync(folder).sort(), ['postgres.log', 'postgres.log.1'])
})

t.test('postgres: a log whose copy cannot be stored stays', async (t) => {
  const folder = testFolder(t)
  const log = join(folder, 'postgres.log')
  writeFileSync(log, 'a line')
  mkdirSync(join(`${log}.1`, 'folder'), { recursive: true })
  await t.rejects(limitServerLog(log, 1))
  t.equal(readFileSync(log, 'utf8'), 'a line')
  t.strictSame(readdirSync(folder).sort(), ['postgres.log', 'postgres.log.1'])
})
