import type { Tx } from '../../../platform/index.ts'

/**
 * Takes the next `count` numbers of a series; resolves with the first one. The series is locked until the transaction ends,
 * and a rollback frees the numbers: there are no gaps.
 */
export const takeNumbers = async (tx: Tx, series: string, count: number): Promise<number> => {
  const [row] = await tx.query<{ last: number }>(
    `insert into invoice_series (series, last_number) values ($1, $2)
     on conflict (series) do update set last_number = invoice_series.last_number + $2 returning last_number as last`,
    [series, count],
  )
  return (row as { last: number }).last - count + 1
}

/** `2026-000042`, as it is printed. */
export const documentNumber = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(6, '0')}`

/** A document's number within text: left alone, a text from right to left would show `2026-000042` as `000042-2026`. */
export const isolated = (number: string, dir: 'ltr' | 'rtl'): string =>
  dir === 'rtl' ? `\u2066${number}\u2069` : number
