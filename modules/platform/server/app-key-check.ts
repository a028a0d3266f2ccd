import { ConfigError } from './config.ts'
import type { Db, Sql } from './db/db.ts'
import type { ReencryptSecrets } from './key-rotation.ts'
import { deriveKey, hmac } from './keys.ts'

const checkValueOf = (appKey: Buffer): string => hmac(deriveKey(appKey, 'key-check'), 'coffer')

/** Stores a check value that tells whether an APP_KEY belongs to this database; it reveals nothing about the key. */
export const storeKeyCheck = async (db: Sql, appKey: Buffer): Promise<void> => {
  await db.query(
    `insert into settings (name, value) values ('app_key_check', $1) on conflict (name) do update set value = excluded.value`,
    [checkValueOf(appKey)],
  )
}

/**
 * `own`: the database belongs to one of the keys; `foreign`: to none of them; `empty`: it has no accounts, and no key yet or
 * another one; `unknown`: its version had no check value.
 */
const stateOf = async (db: Sql, keys: readonly Buffer[]): Promise<'own' | 'foreign' | 'unknown' | 'empty'> => {
  const [row] = await db.query<{ value: string | null; used: boolean }>(
    `select (select value from settings where name = 'app_key_check') as value,
       exists (select from user_summaries) as used`,
  )
  if (keys.some((key) => checkValueOf(key) === row?.value)) return 'own'
  if (!row?.used) return 'empty'
  return row.value ? 'foreign' : 'unknown'
}

class Undo extends Error {}

/** Whether the database holds secrets of which the key decrypts none. Changes nothing. */
const decryptsNone = async (db: Db, appKey: Buffer, modules: readonly ReencryptSecrets[]): Promise<boolean> => {
  let [total, unreadable] = [0, 0]
  const change = { from: appKey, to: appKey, isLost: false, unreadable: () => void unreadable++ }
  const undone = await db
    .transaction(async (tx) => {
      await tx.setStatementTimeout(0)
      for (const reencrypt of modules) total += await reencrypt(tx, change)
      throw new Undo()
    })
    .catch((error: unknown) => error)
  if (!(undone instanceof Undo)) throw undone
  return total > 0 && unreadable === total
}

/** Whether a database, which may be empty or have the schema of another version, says that it belongs to another APP_KEY. */
export const hasForeignKey = async (db: Sql, appKey: Buffer): Promise<boolean> => {
  const [found] = await db.query<{ ours: boolean }>(
    `select to_regclass('settings') is not null and to_regclass('user_summaries') is not null as ours`,
  )
  return found?.ours === true && (await stateOf(db, [appKey])) === 'foreign'
}

/**
 * Whether a database belongs to one of the keys, to none of them (`foreign`), or has no check value yet (`new`). A database
 * without the value is `foreign` if it holds secrets and none can be decrypted. Reads tables of this version's schema.
 */
export const readKeyState = async (
  db: Db,
  keys: readonly [Buffer, ...Buffer[]],
  modules: readonly ReencryptSecrets[],
): Promise<'own' | 'foreign' | 'new'> => {
  const state = await stateOf(db, keys)
  if (state === 'own' || state === 'foreign') return state
  return state === 'unknown' && (await decryptsNone(db, keys[0], modules)) ? 'foreign' : 'new'
}

/**
 * Throws `ConfigError` unless the database belongs to one of the keys. Stores the check value in a database that has no
 * accounts, and in one whose version had no check value, unless none of its secrets can be decrypted.
 */
export const requireAppKey = async (
  db: Db,
  keys: readonly [Buffer, ...Buffer[]],
  modules: readonly ReencryptSecrets[],
): Promise<void> => {
  const state = await readKeyState(db, keys, modules)
  if (state === 'foreign')
    throw new ConfigError(
      'this database belongs to another APP_KEY: set APP_KEY to that of the former installation (in its DATA_DIR/.env), or DATABASE_URL to the database of this one. If that key is lost: `rotate-key --lost`',
    )
  if (state === 'new') await storeKeyCheck(db, keys[0])
}
