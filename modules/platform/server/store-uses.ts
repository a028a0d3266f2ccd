import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from './db/db.ts'

/**
 * Recognizes whether another copy of this database has used a store: each use replaces a random token, in the store and in
 * the database. A copy of the database knows none of the tokens that were written after it was made. A store has two names:
 * its address, and an id beside the token, because a copy may reach it by another address.
 */
export interface StoreUses {
  /** Whether this database has used the store. */
  isUsed(name: string): Promise<boolean>
  /** Whether this database wrote the token. True for any token of a store that it has not used by either name. */
  accepts(names: readonly string[], token: string): Promise<boolean>
  /** Records a new token, before it is written, and keeps `current`: the store may not get the new one. */
  add(names: readonly string[], current: string | null): Promise<string>
}

/** The place of the token, and of the id of the store after it. */
export interface UseMark {
  read(): Promise<string | null>
  write(text: string): Promise<void>
}

/** Name of the file or object that has the token. */
export const useFile = 'coffer-use'

/**
 * Tokens that are kept of each store: it may answer with one that it had before, or be brought back to an earlier state, and
 * the disks at one folder of backups may be changed each month while backups are made each hour.
 */
const maxTokens = 1_000
const tokenBytes = 9

/** Replaces the token of a store. False, with nothing written: another copy of the database has used the store since. */
export const renewUse = async (address: string, uses: StoreUses, mark: UseMark): Promise<boolean> => {
  const [token = null, id = randomUUID()] = (await mark.read())?.match(/\S+/g) ?? []
  const names = [address, id]
  if (token !== null && !(await uses.accepts(names, token))) return false
  await mark.write(`${await uses.add(names, token)} ${id}`)
  return true
}

/** The uses that a database has recorded. */
export const storeUses = (db: Sql): StoreUses => ({
  isUsed: async (name) => (await db.query('select 1 from store_uses where store = $1', [name])).length > 0,
  async accepts(names, token) {
    const known = await db.query<{ wrote: boolean }>(
      'select $2 = any (tokens) as wrote from store_uses where store = any ($1::text[])',
      [names, token],
    )
    return known.length === 0 || known.some(({ wrote }) => wrote)
  },
  async add(names, current) {
    const token = randomBytes(tokenBytes).toString('base64url')
    await db.query(
      `insert into store_uses (store, tokens) select unnest($1::text[]), $2::text[]
       on conflict (store) do update set tokens = (excluded.tokens || array_remove(store_uses.tokens, $3))[1:${maxTokens}]`,
      [names, current === null ? [token] : [token, current], current],
    )
    return token
  },
})

const isReady = async (db: Sql): Promise<boolean> => {
  const [schema] = await db.query<{ ready: boolean }>(`select to_regclass('store_uses') is not null as ready`)
  return schema?.ready ?? false
}

/** `storeUses`. Undefined while the schema is that of an older backup, from before uses were recorded. */
export const findStoreUses = async (db: Sql): Promise<StoreUses | undefined> =>
  (await isReady(db)) ? storeUses(db) : undefined

/**
 * The next use takes the stores over, whatever their tokens: after a restore, also of an older backup, and where the operator
 * says that no other copy runs.
 */
export const forgetStoreUses = async (db: Sql): Promise<void> => {
  if (await isReady(db)) await db.query('delete from store_uses')
}
