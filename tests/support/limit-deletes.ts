import type { Db } from '../../modules/platform/index.ts'

/** Rejects statements that delete more rows of the table than a batch has, as a timeout would. Resolves with what ends it. */
export const limitDeletes = async (db: Db, table: string, max = 1_000): Promise<() => Promise<void>> => {
  await db.query(`create function limit_deletes_${table}() returns trigger language plpgsql as $$ begin
    if (select count(*) from old_rows) > ${max} then raise 'too many rows of ${table}' using errcode = '57014'; end if;
    return null;
  end $$`)
  await db.query(`create trigger limit_deletes after delete on ${table} referencing old table as old_rows
    for each statement execute function limit_deletes_${table}()`)
  return async () => {
    await db.query(`drop function limit_deletes_${table} cascade`)
  }
}
