import { Search } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Avatar, cx, Icon, usePhone } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { KeptHtml } from '../server-html.ts'
import { useShellSlots } from './context.ts'
import { isInSection, phoneSections } from './rail-sections.ts'
import { UserMenu } from './UserMenu.tsx'

/** Bottom navigation below 640 px. */
export const BottomBar = (props: { onSearch: () => void }) => {
  const { urlPathname } = usePageContext()
  const current = phoneSections.filter((section) => isInSection(section, urlPathname)).map(({ id }) => id)
  return (
    <KeptHtml of={`bottom-bar ${current}`}>
      <BottomNav key="bar" {...props} />
    </KeptHtml>
  )
}

const BottomNav = ({ onSearch }: { onSearch: () => void }) => {
  const t = useT()
  const { user, urlPathname } = usePageContext()
  const phone = usePhone()
  const { Bell } = useShellSlots()
  useEffect(() => {
    // Toasts are placed above the bar.
    const { style } = document.documentElement
    if (phone) style.setProperty('--bottom-bar', '3.5rem')
    return () => void style.removeProperty('--bottom-bar')
  }, [phone])
  return (
    <nav
      aria-label={t('web:shell.sections')}
      className="flex h-[calc(3.5rem+env(safe-area-inset-bottom))] shrink-0 border-t border-line bg-page pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {phoneSections.map((section) => {
        const { id, href, labelKey, icon } = section
        const current = isInSection(section, urlPathname)
        return (
          <a
            key={id}
            href={href}
            aria-current={current ? 'page' : undefined}
            className={cx('bar-tab', current ? 'text-brand-text' : 'text-muted')}
          >
            <Icon of={icon} size={20} />
            <span className="max-w-full truncate px-0.5">{t(labelKey)}</span>
          </a>
        )
      })}
      {user && <Bell placement="bar" />}
      <button type="button" aria-haspopup="dialog" onClick={onSearch} className="bar-tab text-muted">
        <Icon of={Search} size={20} />
        <span className="max-w-full truncate px-0.5">{t('web:shell.search')}</span>
      </button>
      {user && (
        <UserMenu>
          <Me label={t('web:shell.meShort')}>
            <Avatar
              image={user.avatar}
              name={user.name}
              email={user.email}
              color={user.color}
              size={20}
              className="rounded-full!"
            />
          </Me>
        </UserMenu>
      )}
    </nav>
  )
}

const Me = ({ label, children, ...rest }: { label: string; children: ReactNode }) => (
  <button type="button" {...rest} className="bar-tab text-muted">
    {children}
    <span className="max-w-full truncate px-0.5">{label}</span>
  </button>
)
