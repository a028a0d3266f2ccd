import { cx, useT } from '../../../../web/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useListing } from '../useListing.ts'

/** Phones, where one entry of the bottom bar stands for several lists: leads from one to the other. */
export const ListTabs = () => {
  const t = useT()
  const { location } = useListing().folderView
  const { lists, list } = useExtensionLists()
  const group = list(location.section)?.phoneTabs
  if (!group) return null
  return (
    <nav aria-label={t('web:shell.section.shared')} className="shrink-0 border-b border-line px-2 sm:hidden">
      <ul className="flex overflow-x-auto">
        {lists
          .filter(({ phoneTabs }) => phoneTabs === group)
          .map(({ section, labelKey }) => {
            const current = section === location.section
            return (
              <li key={section} className="grow">
                <a
                  href={hrefOf({ section, id: null })}
                  aria-current={current ? 'page' : undefined}
                  className={cx(
                    'grid h-11 place-items-center border-b-2 px-2 text-14 font-medium whitespace-nowrap no-underline',
                    current ? 'border-brand-solid text-brand-text' : 'border-transparent text-muted',
                  )}
                >
                  {t(labelKey)}
                </a>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
