/** A page of one of billing's lists. */
export interface PageOf<Row> {
  rows: Row[]
  /** Number of rows of the list; with `totalIsMinimum` there are more than this. */
  total: number
  totalIsMinimum: boolean
  page: number
  perPage: number
  nextCursor: string | null
  prevCursor: string | null
}

/** State of a list as its URL holds it. */
export type ListState<Filters> = Filters & {
  cursor?: string
  /** Position of the first row, from 0, which is shown to the reader. */
  from?: number
}
