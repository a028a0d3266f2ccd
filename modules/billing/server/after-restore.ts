import { type Sql, turnOnWhereStored } from '../../platform/index.ts'
import { gatewayNames } from '../contract.ts'
import { credentialsSetting } from './gateways/credentials.ts'

/**
 * Pauses payments in a database that was restored from a backup, where credentials of a gateway are stored: it may be a copy
 * beside its original, which continues to charge the same cards. False: no credentials are stored.
 */
export const pausePayments = (sql: Sql): Promise<boolean> =>
  turnOnWhereStored(sql, 'payments_paused', gatewayNames.map(credentialsSetting))

/** Suffix of the invoice series after a restore: `R`, and its minute in UTC (`R2611271504`). */
export const seriesSuffixOf = (restoredAt: Date): string =>
  `R${restoredAt.toISOString().slice(2, 16).replaceAll(/\D/g, '')}`

/**
 * Gives the invoices that a restored database will issue series of their own (`2026-R2611271504-000043`): since the backup
 * the former installation may have issued others under the next numbers. Does nothing while the schema is too old to have
 * suffixes: call it again after the migrations. A call with the same suffix changes nothing.
 */
export const separateInvoices = async (sql: Sql, suffix: string): Promise<void> => {
  const [schema] = await sql.query<{ ready: boolean }>(
    "select to_regclass('invoice_series_suffixes') is not null as ready",
  )
  if (schema?.ready)
    await sql.query(
      `insert into invoice_series_suffixes (suffix) select $1 where exists (select 1 from plans)
       or exists (select 1 from invoice_series) on conflict (suffix) do nothing`,
      [suffix],
    )
}
