import { Badge, cx, languageName, useT } from '../../../web/ui.ts'
import { languageHref } from '../../client/language-query.ts'
import type { Language } from '../../contract.ts'

/** What a language is called in menus. */
export const nameOf = ({ attributes: { name, locale } }: Language): string => name || languageName(locale)

export const LanguageList = ({ languages, shown }: { languages: readonly Language[]; shown: string }) => {
  const t = useT()
  return (
    <nav aria-label={t('admin:languages.list')} className="rounded-lg border border-line bg-surface p-2">
      <ul>
        {languages.map((language) => {
          const { id, attributes } = language
          const isShown = id === shown
          return (
            <li key={id}>
              <a
                href={languageHref({ locale: id })}
                aria-current={isShown ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center gap-2 rounded-md px-3 py-1.5 no-underline',
                  isShown ? 'bg-brand-tint text-brand-text' : 'hover:bg-hover',
                )}
              >
                <span className="min-w-0 grow">
                  <span className="block truncate text-14 font-medium">{nameOf(language)}</span>
                  <span className={cx('block text-12', !isShown && 'text-muted')}>
                    {attributes.missing > 0
                      ? t('admin:languages.missingCount', { count: attributes.missing })
                      : t('admin:languages.complete')}
                  </span>
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
