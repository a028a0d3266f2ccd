import { defaultPerPage } from '../../shared/contract.ts'
import { platformErrors } from './errors.ts'

/** Maximum entries of `page=all` (D4). */
const maxEntriesOfAll = 1_000
const pageNumber = /^[1-9]\d{0,8}$/

interface PageQuery {
  page?: string | undefined
  per_page?: number | undefined
}

/** Maximum rows of a page. */
export const perPageOf = ({ page, per_page: perPage = defaultPerPage }: PageQuery): number =>
  page === 'all' ? maxEntriesOfAll : perPage

/** Offset of the first row of a page. 422 `invalid-page` unless it is a number from 1 or `all`. */
export const startOfPage = ({ page = 'all' }: Pick<PageQuery, 'page'>, perPage: number): number => {
  if (page === 'all') return 0
  if (!pageNumber.test(page)) throw platformErrors.fail('invalid-page')
  return (Number(page) - 1) * perPage
}

/** 422 `too-many-for-one-page` for `page=all` on a list with more than `maxEntriesOfAll` entries. */
export const rejectTooManyForOnePage = ({ page }: Pick<PageQuery, 'page'>, total: number): void => {
  if (page === 'all' && total > maxEntriesOfAll)
    throw platformErrors.fail('too-many-for-one-page', { values: { limit: maxEntriesOfAll } })
}
