import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Avatar, Icon } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { AppShell } from './AppShell.tsx'
import { useCurrentInView } from './use-current-in-view.ts'
import { userPagesOf } from './user-pages.ts'

/** The layout of `/user/*`: the user's name and picture, the tabs, and one column of cards. */
export const UserArea = ({ children }: { children: ReactNode }): ReactNode => {
  const t = useT()
  const { user, urlPathname } = usePageContext()
  const row = useCurrentInView()
  return (
    <AppShell header={<p className="text-16 font-semibold">{t('web:shell.me')}</p>}>
      <div className="roomy grow bg-page phone:bg-surface">
        <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 sm:px-6 sm:pt-10">
          {user && (
            <div className="flex min-w-0 items-center gap-4">
              <Avatar image={user.avatar} name={user.name} email={user.email} color={user.color} size={56} />
              <div className="min-w-0">
                <p className="truncate text-20 font-semibold">{user.name}</p>
                {user.name !== user.email && <p className="truncate text-small text-muted">{user.email}</p>}
              </div>
            </div>
          )}
          <nav
            ref={row}
            aria-label={t('web:shell.user.label')}
            className="mt-5 mb-6 overflow-x-auto border-b border-line"
          >
            <ul className="flex gap-5">
              {userPagesOf(user).map(({ id, href, labelKey, icon }) => (
                <li key={id} className="shrink-0">
                  <a
                    href={href}
                    aria-current={urlPathname === href ? 'page' : undefined}
                    className="-mb-px flex min-h-11 items-center gap-2 border-b-2 border-transparent text-14 font-medium text-muted no-underline -outline-offset-2 hover:text-text aria-[current=page]:border-brand-mark aria-[current=page]:text-text"
                  >
                    <Icon of={icon} />
                    {t(labelKey)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {children}
        </div>
      </div>
    </AppShell>
  )
}
