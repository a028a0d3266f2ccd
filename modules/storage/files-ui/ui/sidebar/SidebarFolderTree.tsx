import { useRef } from 'react'
import { lazyComponent } from '../../../../web/ui.ts'
import { NavigatorTree } from './NavigatorTree.tsx'
import { useMenuRequest } from './useMenuRequest.ts'

const TreeMenu = lazyComponent(async () => (await import('./TreeMenu.tsx')).TreeMenu)

/** The folder tree with a menu for each folder. The menu's code loads after the page; one asked for before opens then. */
export const SidebarFolderTree = () => {
  const tree = useRef<HTMLDivElement>(null)
  const request = useMenuRequest(tree)
  return (
    <div ref={tree}>
      <NavigatorTree />
      <TreeMenu request={request} />
    </div>
  )
}
