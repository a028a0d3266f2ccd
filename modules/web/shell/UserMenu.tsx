import type { ReactElement } from 'react'
import { useT } from '../i18n/use-t.ts'
import { lazyEntries, Menu, type MenuProps } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'

type Props = Pick<MenuProps, 'align' | 'side'> & { children: ReactElement<object> }

const entries = lazyEntries(async () => (await import('./useUserMenu.ts')).useUserMenu)

/** The account menu; a sheet on phones. */
export const UserMenu = ({ children, align, side }: Props) => {
  const t = useT()
  if (!usePageContext().user) return null
  return (
    <Menu label={t('web:shell.me')} align={align} side={side} items={entries}>
      {children}
    </Menu>
  )
}
