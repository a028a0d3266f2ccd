import { Badge, cx, languageName, type Translate, useCurrentInView, useT } from '../../../web/ui.ts'
import { languageHref } from '../../client/language-query.ts'
import type { Language } from '../../contract.ts'

/** Name of a language in menus. */
export const languageLabel = ({ attributes: { name, locale } }: Language): string => name || languageName(locale)

const stateOf = ({ missing, outdated }: Language['attributes'], t: Translate): string => {
  if (missing > 0) return t('admin:languages.missingCount', { count: missing })
  return outdated > 0 ? t('admin:languages.outdatedCount', { count: outdated }) : t('admin:languages.complete')
}

/** The languages; on narrow screens one row, so that the texts are near. */
export const LanguageList = ({ languages, shown }: { languages: readonly Language[]; shown: string }) => {
  const t = useT()
  const row = useCurrentInView()
  return (
    <nav
      ref={row}
      aria-label={t('admin:languages.list')}
      className="min-w-0 overflow-x-auto rounded-lg border border-line bg-surface p-2"
    >
      <ul className="max-lg:flex max-lg:gap-1">
        {languages.map((language) => {
          const { id, attributes } = language
          const isShown = id === shown
          return (
            <li key={id} className="max-lg:shrink-0">
              <a
                href={languageHref({ locale: id })}
                aria-current={isShown ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center gap-2 rounded-md px-3 py-1.5 no-underline',
                  isShown ? 'bg-brand-tint text-brand-text' : 'hover:bg-hover',
                )}
              >
                <span className="min-w-0 grow">
                  <span className="block truncate text-14 font-medium">{languageLabel(language)}</span>
                  <span className={cx('block text-12', !isShown && 'text-muted')}>{stateOf(attributes, t)}</span>
                </span>
                {attributes.is_default && <Badge>{t('admin:languages.default')}</Badge>}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
