import type { ComponentProps } from 'react'
import { Menu, useT } from '../../../../web/ui.ts'
import { useFiles } from '../context.ts'
import { useMenu } from '../menus.ts'

/** All actions of the selected items. */
export const SelectionMenu = ({ children }: Pick<ComponentProps<typeof Menu>, 'children'>) => {
  const { dialogs } = useFiles()
  const t = useT()
  const menu = useMenu()
  return (
    <Menu
      label={t('storage:menu.more')}
      align="end"
      items={() => {
        dialogs.state.menuFor = 'selection'
        return menu()
      }}
    >
      {children}
    </Menu>
  )
}
