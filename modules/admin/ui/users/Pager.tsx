import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, formatNumber, LinkButton, usePageContext, useT } from '../../../web/ui.ts'
import { type UsersState, usersHref } from '../../client/users-query.ts'
import type { UserPage } from '../../contract.ts'

interface Props {
  state: UsersState
  paginate: UserPage['meta']['paginate']
  /** Rows of this page. */
  shown: number
}

/** Which rows are shown, and links to the pages before and after. */
export const Pager = ({ state, paginate: { from = 0, total, nextCursor, prevCursor }, shown }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  if (!nextCursor && !prevCursor) return null
  const number = (value: number) => formatNumber(value, locale)
  const page = (cursor: string | null | undefined, icon: typeof ChevronLeft, label: string) =>
    cursor ? (
      <LinkButton href={usersHref({ ...state, cursor })} icon={icon}>
        {label}
      </LinkButton>
    ) : (
      <Button icon={icon} disabled>
        {label}
      </Button>
    )
  return (
    <nav
      aria-label={t('admin:users.pages')}
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line p-3 sm:px-4"
    >
      <p className="text-small text-muted tabular-nums">
        {t('admin:users.range', { from: number(from + 1), to: number(from + shown), total: number(total) })}
      </p>
      <div className="flex gap-2">
        {page(prevCursor, ChevronLeft, t('admin:users.previous'))}
        {page(nextCursor, ChevronRight, t('admin:users.next'))}
      </div>
    </nav>
  )
}
