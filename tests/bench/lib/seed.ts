import { createLogger, type Db } from '../../../modules/platform/index.ts'
import { connect } from '../../../modules/platform/server/db/connect.ts'
import { Events } from '../../../modules/platform/server/events.ts'
import { seedFolder, seedOneFolder, settle } from '../../support/seed.ts'

export const withDb = async <T>(url: string, fn: (db: Db) => Promise<T>): Promise<T> => {
  const log = createLogger({ level: 'error', pretty: false })
  const db = await connect({ url, entities: [], events: new Events(log), log, poolSize: 1 })
  return fn(db).finally(() => db.orm.close(true))
}

/** Creates a folder of `count` entries (a tenth are folders) for the instance's only user; resolves with its id. */
export const addFolder = (databaseUrl: string, name: string, count: number): Promise<string> =>
  withDb(databaseUrl, async (db) => {
    const [user] = await db.query<{ id: string }>('select id from users limit 1')
    const folder = await seedOneFolder(db, (user as { id: string }).id, name)
    await seedFolder(db, (user as { id: string }).id, count, { parent: folder, folders: 0.1 })
    await settle(db)
    return folder
  })

/** Creates a folder of `folders` folders with `each` items each for the instance's only user; resolves with its id. */
export const addTree = (databaseUrl: string, name: string, folders: number, each: number): Promise<string> =>
  withDb(databaseUrl, async (db) => {
    const [user] = await db.query<{ id: string }>('select id from users limit 1')
    const owner = (user as { id: string }).id
    const tree = await seedOneFolder(db, owner, name)
    for (let n = 1; n <= folders; n++) {
      const parent = await seedOneFolder(db, owner, `${name} ${n}`, tree)
      await seedFolder(db, owner, each - 1, { parent })
    }
    await settle(db)
    return tree
  })
