import type { Sql } from '../../platform/index.ts'

/** What lets somebody in, or change an account, without its password. */
const tables = ['sessions', 'sign_in_challenges', 'email_tokens', 'email_changes']

/**
 * Ends sessions, tokens of sign-ins, links of emails and changes of addresses in a database that was restored from a backup:
 * those that were ended since would be valid again (A53, A54). Personal tokens stay as they were, because programs need
 * them. Tables that the schema of an older backup lacks are left out: call it after the migrations again.
 */
export const endRestoredAccess = async (sql: Sql): Promise<void> => {
  for (const table of tables) {
    const [schema] = await sql.query<{ ready: boolean }>('select to_regclass($1) is not null as ready', [table])
    if (schema?.ready) await sql.query(`delete from ${table}`)
  }
  await sql.query(`delete from personal_access_tokens t where coalesce((to_jsonb(t) ->> 'is_sign_in')::boolean, false)`)
}
