import type { ComponentProps } from 'react'
import { Menu, useT } from '../../../../web/ui.ts'
import { selectionMenu } from '../lazy-menus.ts'

/** All actions of the selected items. */
export const SelectionMenu = ({ children }: Pick<ComponentProps<typeof Menu>, 'children'>) => {
  const t = useT()
  return (
    <Menu label={t('storage:menu.more')} align="end" items={selectionMenu}>
      {children}
    </Menu>
  )
}
