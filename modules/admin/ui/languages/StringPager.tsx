import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, formatNumber, LinkButton, usePageContext, useT } from '../../../web/ui.ts'
import { type LanguageState, languageHref } from '../../client/language-query.ts'
import type { LanguageStrings } from '../../contract.ts'

interface Props {
  state: LanguageState
  meta: LanguageStrings['meta']
  /** Texts of this page. */
  shown: number
}

export const StringPager = ({ state, meta: { total, page, per_page }, shown }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  if (total <= per_page) return null
  const before = (page - 1) * per_page
  const number = (value: number) => formatNumber(value, locale)
  const link = (to: number, icon: typeof ChevronLeft, label: string) =>
    to >= 1 && (to - 1) * per_page < total ? (
      <LinkButton href={languageHref({ ...state, page: String(to) })} icon={icon}>
        {label}
      </LinkButton>
    ) : (
      <Button icon={icon} disabled>
        {label}
      </Button>
    )
  return (
    <nav
      aria-label={t('admin:languages.pages')}
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line p-3 sm:px-4"
    >
      <p className="text-small text-muted tabular-nums">
        {t('admin:languages.range', { from: number(before + 1), to: number(before + shown), total: number(total) })}
      </p>
      <div className="flex gap-2">
        {link(page - 1, ChevronLeft, t('admin:users.previous'))}
        {link(page + 1, ChevronRight, t('admin:users.next'))}
      </div>
    </nav>
  )
}
