import type { Db } from '../../modules/platform/index.ts'

/** Lets the database fail each write of this kind until the returned function is called. */
export const failWrites = async (
  db: Pick<Db, 'query'>,
  table: string,
  kind: 'insert' | 'update' = 'insert',
): Promise<() => Promise<void>> => {
  const name = `fail_${kind}_${table}`
  await db.query(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`)
  await db.query(`create trigger ${name} before ${kind} on ${table} for each row execute function ${name}()`)
  return async () => {
    await db.query(`drop function ${name} cascade`)
  }
}
