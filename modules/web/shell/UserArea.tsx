import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Avatar } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { AppShell } from './AppShell.tsx'
import { PageTabs } from './PageTabs.tsx'
import { userPagesOf } from './user-pages.ts'

/** The layout of `/user/*`: the user's name and picture, the tabs, and one column of cards. */
export const UserArea = ({ children }: { children: ReactNode }): ReactNode => {
  const t = useT()
  const { user } = usePageContext()
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
          <PageTabs
            label={t('web:shell.user.label')}
            tabs={userPagesOf(user).map(({ href, labelKey, icon }) => ({ href, icon, label: t(labelKey) }))}
            className="mt-5 mb-6"
          />
          {children}
        </div>
      </div>
    </AppShell>
  )
}
