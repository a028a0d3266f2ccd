import { type Sql, turnOnWhereStored } from '../../platform/index.ts'
import { gatewayNames } from '../contract.ts'
import { credentialsSetting } from './gateways/credentials.ts'

/**
 * Gives the invoices that a restored database will issue series of their own (`2026-R261127-000043`): the former
 * installation has issued others since the backup, perhaps under the next numbers. `R`, the day of the restore in UTC, and
 * from the second restore of a day on a letter.
 */
const separateSeries = (sql: Sql): Promise<unknown> =>
  sql.query(
    `insert into invoice_series_suffixes (suffix)
     select day || case when n > 0 then chr(97 + n::int) else '' end from (
       select d.day, (select count(*) from invoice_series_suffixes s where s.suffix like d.day || '%') as n
       from (select 'R' || to_char(now() at time zone 'utc', 'YYMMDD') as day) d
     ) next`,
  )

/**
 * Prepares a database that was restored from a backup. It may be a copy beside its original, which goes on charging the same
 * cards: payments are paused where credentials of a gateway are stored. Resolves with whether they are.
 */
export const prepareRestored = async (sql: Sql): Promise<{ isPaused: boolean }> => {
  const isPaused = await turnOnWhereStored(sql, 'payments_paused', gatewayNames.map(credentialsSetting))
  const [issued] = await sql.query('select 1 from invoice_series limit 1')
  if (isPaused || issued) await separateSeries(sql)
  return { isPaused }
}
