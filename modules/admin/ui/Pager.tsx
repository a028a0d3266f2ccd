import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, formatNumber, LinkButton, usePageContext, useT } from '../../web/ui.ts'

/** `10,000+` when more than 10,000 were not counted. */
export const formatCount = (total: number, isMinimum: boolean, locale: string): string =>
  `${formatNumber(total, locale)}${isMinimum ? '+' : ''}`

interface Props {
  /** Position of the page's first row, from 0; number of rows on the page; number of rows in the list. */
  first: number
  shown: number
  total: number
  /** There are more than `total`. */
  isMinimum?: boolean
  /** Null: there is no such page. */
  previous: string | null
  next: string | null
}

/** Positions of the shown rows, and links to the pages before and after. Renders nothing for a single page. */
export const Pager = ({ first, shown, total, isMinimum = false, previous, next }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  if (!previous && !next) return null
  const number = (value: number) => formatNumber(value, locale)
  const page = (href: string | null, icon: typeof ChevronLeft, text: string) =>
    href ? (
      <LinkButton href={href} icon={icon} className="rtl:[&_svg]:rotate-180">
        {text}
      </LinkButton>
    ) : (
      <Button icon={icon} disabled className="rtl:[&_svg]:rotate-180">
        {text}
      </Button>
    )
  return (
    <nav
      aria-label={t('admin:users.pages')}
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line p-3 sm:px-4"
    >
      <p className="text-small text-muted tabular-nums">
        {t('admin:users.range', {
          from: number(first + 1),
          to: number(first + shown),
          total: formatCount(total, isMinimum, locale),
        })}
      </p>
      <div className="flex gap-2">
        {page(previous, ChevronLeft, t('admin:users.previous'))}
        {page(next, ChevronRight, t('admin:users.next'))}
      </div>
    </nav>
  )
}
