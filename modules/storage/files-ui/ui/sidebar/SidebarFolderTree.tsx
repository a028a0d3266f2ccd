import { useRef } from 'react'
import { lazyComponent } from '../../../../web/ui.ts'
import { NavigatorTree } from './NavigatorTree.tsx'

const TreeMenu = lazyComponent(async () => (await import('./TreeMenu.tsx')).TreeMenu)

/** The folder tree with a menu for each folder, whose code loads after the page. */
export const SidebarFolderTree = () => {
  const tree = useRef<HTMLDivElement>(null)
  return (
    <div ref={tree}>
      <NavigatorTree />
      <TreeMenu tree={tree} />
    </div>
  )
}
