import { Icon, usePageContext, useT } from '../../web/ui.ts'
import { adminNavigation } from './nav.ts'

export const AdminSidebar = () => {
  const t = useT()
  const { urlPathname, engine } = usePageContext()
  return (
    <nav aria-label={t('web:shell.section.admin')} className="px-2.5 py-3">
      {adminNavigation(engine).map(({ id, labelKey, pages }) => (
        <section key={id} aria-label={t(labelKey)} className="mb-4">
          <h2 className="flex h-8 items-center px-2 text-12 font-medium text-muted">{t(labelKey)}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.id}>
                <a
                  href={page.href}
                  aria-current={urlPathname.startsWith(page.prefix) ? 'page' : undefined}
                  className="flex min-h-8 w-full min-w-0 items-center gap-2.5 rounded-sm px-2 text-14 no-underline hover:bg-hover aria-[current=page]:bg-brand-tint aria-[current=page]:font-medium aria-[current=page]:text-brand-text pointer-coarse:min-h-11"
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
