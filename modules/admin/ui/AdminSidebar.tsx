import { Icon, usePageContext, useT } from '../../web/ui.ts'
import { adminNavigation } from './nav.ts'

export const AdminSidebar = () => {
  const t = useT()
  const context = usePageContext()
  return (
    <nav aria-label={t('web:shell.section.admin')} className="px-2.5 py-3">
      {adminNavigation(context).map(({ id, labelKey, pages }) => (
        <section key={id} aria-label={t(labelKey)} className="mb-4">
          <h2 className="flex h-8 items-center px-2 text-12 font-medium text-muted">{t(labelKey)}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.id}>
                <a
                  href={page.href}
                  aria-current={context.urlPathname.startsWith(page.prefix) ? 'page' : undefined}
                  className="side-link"
                >
                  <Icon of={page.icon} size={18} className="shrink-0" />
                  <span className="truncate">{t(page.labelKey)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
