import type { Tx } from '../../../platform/index.ts'

/**
 * Takes the next `count` numbers of a series; resolves with the first one, and with the name of the series, which has a
 * suffix after a restore. The series is locked until the transaction ends, and a rollback frees the numbers: there are no
 * gaps.
 */
export const takeInvoiceNumbers = async (
  tx: Tx,
  name: string,
  count: number,
): Promise<{ series: string; number: number }> => {
  const [row] = await tx.query<{ series: string; last: number }>(
    `insert into invoice_series (series, last_number)
     select concat_ws('-', $1::text, (select suffix from invoice_series_suffixes order by created_at desc limit 1)), $2
     on conflict (series) do update set last_number = invoice_series.last_number + $2
     returning series, last_number as last`,
    [name, count],
  )
  const { series, last } = row as { series: string; last: number }
  return { series, number: last - count + 1 }
}

/** `2026-000042`, as it is printed. */
export const documentNumber = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(6, '0')}`
