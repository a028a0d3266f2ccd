import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../tests/support/folders.ts'
import { LogFiles } from './log-files.ts'
import { createLogger } from './logger.ts'

t.test('log files: warnings and errors of the logger are in them, and nothing else', async (t) => {
  const folder = testFolder(t)
  const files = new LogFiles(folder)
  const log = createLogger({ level: 'warn', pretty: false, onLine: (line) => files.add(line) })
  log.warn({ password: 'secret' }, 'a warning')
  log.child({ reqId: '1' }).error('an error')
  files.add('{"level":30,"msg":"an information"}\n')
  await files.settled()
  const lines = readFileSync(join(folder, 'logs', 'warnings.log'), 'utf8')
    .trim()
    .split('\n')
  t.match(
    lines.map((line) => JSON.parse(line) as object),
    [
      { level: 40, msg: 'a warning', password: '[hidden]' },
      { level: 50, msg: 'an error', reqId: '1' },
    ],
  )
  t.match(await files.list(), [{ name: 'warnings.log' }])
  await files.close()
  log.warn('too late')
  t.equal(
    readFileSync(join(folder, 'logs', 'warnings.log'), 'utf8')
      .trim()
      .split('\n').length,
    2,
  )
})

t.test('log files: a full one is renamed, and the third is the last', async (t) => {
  const folder = testFolder(t)
  const files = new LogFiles(folder, 10)
  for (const text of ['first', 'second', 'third', 'fourth']) {
    files.add(`{"level":40,"msg":"${text}"}\n`)
    await files.settled()
  }
  const names = ['warnings.1.log', 'warnings.2.log', 'warnings.log']
  t.same(readdirSync(join(folder, 'logs')).sort(), names)
  t.match(readFileSync(join(folder, 'logs', 'warnings.log'), 'utf8'), 'fourth')
  t.match(readFileSync(join(folder, 'logs', 'warnings.2.log'), 'utf8'), 'second')
})

t.test('log files: a folder that cannot be written stops nothing', async (t) => {
  const folder = testFolder(t)
  writeFileSync(join(folder, 'logs'), 'a file')
  const files = new LogFiles(folder)
  files.add('{"level":40}\n')
  await files.settled()
  t.same(await files.list(), [])
})
