import type { Sql } from '../../platform/index.ts'

/** Tables whose rows let somebody sign in to an account, or change it, without its password. */
const tables = ['sessions', 'sign_in_challenges', 'email_tokens', 'email_changes']

/**
 * Deletes sessions, tokens of sign-ins, links of emails and pending changes of emails from a database that was restored
 * from a backup. Sessions and links that were ended after the backup would be valid again (A53, A54). Personal access
 * tokens stay, because programs need them. The schema of an older backup may lack some tables: call this again after
 * the migrations.
 */
export const endRestoredAccess = async (sql: Sql): Promise<void> => {
  for (const table of tables) {
    const [schema] = await sql.query<{ ready: boolean }>('select to_regclass($1) is not null as ready', [table])
    if (schema?.ready) await sql.query(`delete from ${table}`)
  }
  await sql.query(`delete from personal_access_tokens t where coalesce((to_jsonb(t) ->> 'is_sign_in')::boolean, false)`)
}
