import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { projectRoot } from './boundaries.ts'
import { checkRouteWork } from './route-work.ts'

t.test('route work: reports audit entries and transactions in routes, and not in services', async (t) => {
  const tree = testFolder(t)
  const folder = join(tree, 'modules', 'any', 'server')
  mkdirSync(folder, { recursive: true })
  const lines = {
    'entry.routes.ts': "  await platform.audit({ ...auditActorOf(request), action: 'any.thing.done' })",
    'short.routes.ts': '  await audit(entry, tx)',
    'transaction.routes.ts': '  return db.transaction(async (tx) => things.remove(tx))',
    'good.routes.ts': '  return { data: await auditList.page(transactions.read(query, auditActorOf(request))) }',
    'things.ts': '  await db.transaction((tx) => audit(entry, tx))',
  }
  for (const [file, line] of Object.entries(lines)) writeFileSync(join(folder, file), `${line}\n`)
  const { files, faults } = checkRouteWork(tree)
  t.equal(files, 4)
  t.strictSame(faults.map((fault) => fault.split(' in a route')[0]).sort(), [
    'modules/any/server/entry.routes.ts:1: audit(…)',
    'modules/any/server/short.routes.ts:1: audit(…)',
    'modules/any/server/transaction.routes.ts:1: transaction(…)',
  ])
})

t.test('route work: the routes of all modules are found, and have none', async (t) => {
  const { files, faults } = checkRouteWork(projectRoot)
  t.ok(files > 40, `${files} files`)
  t.strictSame(faults, [])
})
