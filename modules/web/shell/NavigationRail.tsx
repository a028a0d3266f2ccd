import { LogOut } from 'lucide-react'
import { useT } from '../i18n/use-t.ts'
import { Avatar, cx, Icon, IconButton, type IconType, Menu } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { KeptHtml } from '../server-html.ts'
import { useShellSlots } from './context.ts'
import { railSections, sectionsOf } from './rail-sections.ts'
import { themeIcons, useTheme, useThemeItems } from './theme.ts'
import { UserMenu } from './UserMenu.tsx'
import { billingPage } from './user-pages.ts'
import { useSignOut } from './useSignOut.ts'

/** Cost of a metered account's running period so far; long amounts are cut, and complete in the tooltip. */
const UsageCost = ({ amount }: { amount: string }) => {
  const t = useT()
  const label = t('web:shell.usageCost', { amount })
  return (
    <a
      href={billingPage}
      data-tip={label}
      className="mb-2 flex w-full flex-col items-center px-1 no-underline -outline-offset-2"
    >
      <span className="max-w-full truncate text-12 font-semibold text-brand-text tabular-nums">{amount}</span>
      <span className="max-w-full truncate text-12 text-muted">{t('web:shell.usage')}</span>
    </a>
  )
}

/** A section, with its name below the icon: pictures alone have to be learned. */
const RailLink = ({
  href,
  icon,
  label,
  current,
}: {
  href: string
  icon: IconType
  label: string
  current: boolean
}) => (
  <a
    href={href}
    aria-current={current ? 'page' : undefined}
    className={cx(
      'flex w-15 flex-col items-center gap-0.5 rounded-md px-0.5 py-1.5 text-12 font-medium no-underline',
      current ? 'bg-brand-tint text-brand-text' : 'text-muted hover:bg-hover hover:text-text',
    )}
  >
    <Icon of={icon} size={20} />
    <span className="max-w-full truncate">{label}</span>
  </a>
)

/** The navigation rail, 64 px wide, from 640 px. */
export const NavigationRail = () => {
  const { urlPathname } = usePageContext()
  return (
    <KeptHtml of={`rail ${railSections.find(({ prefix }) => urlPathname.startsWith(prefix))?.id}`}>
      <RailNav key="rail" />
    </KeptHtml>
  )
}

const RailNav = () => {
  const t = useT()
  const { user, urlPathname } = usePageContext()
  const [theme] = useTheme()
  const themes = useThemeItems()
  const signOut = useSignOut()
  const { Bell } = useShellSlots()
  return (
    <nav
      aria-label={t('web:shell.sections')}
      data-beside
      className="hidden w-16 shrink-0 flex-col items-center gap-1 overflow-y-auto border-e border-line bg-page py-3 sm:flex"
    >
      {user && (
        <UserMenu side="right" align="start">
          <button
            type="button"
            aria-label={t('web:shell.me')}
            data-tip={t('web:shell.me')}
            className="mb-3 rounded-lg transition-opacity hover:opacity-85"
          >
            <Avatar image={user.avatar} name={user.name} email={user.email} color={user.color} size={36} />
          </button>
        </UserMenu>
      )}
      {user?.usageCost && <UsageCost amount={user.usageCost} />}
      {user && <Bell placement="rail" />}
      {sectionsOf(user?.role).map(({ id, href, prefix, labelKey, icon }) => (
        <RailLink key={id} href={href} icon={icon} label={t(labelKey)} current={urlPathname.startsWith(prefix)} />
      ))}
      <Menu label={t('web:shell.theme.label')} items={themes} side="right" align="start">
        <IconButton icon={themeIcons[theme]} size="lg" label={t('web:shell.theme.label')} />
      </Menu>
      <div className="grow" />
      <IconButton
        icon={LogOut}
        size="lg"
        label={t('web:shell.signOut.label')}
        onClick={signOut}
        className="rtl:rotate-180"
      />
    </nav>
  )
}
