import { LayoutGrid, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx, Icon, useT } from '../../web/ui.ts'
import { type FolderViewOptions, shareFolderPath } from '../client/share-paths.ts'

const displays = { list: List, grid: LayoutGrid } as const

interface ToolbarProps {
  token: string
  id: string
  show: FolderViewOptions
  /** Further controls. */
  children?: ReactNode
}

/** Switches between list and grid by links, which work without JavaScript. */
export const ShareToolbar = ({ token, id, show, children }: ToolbarProps) => {
  const t = useT()
  return (
    <div className="mt-9 mb-2 flex flex-wrap items-center gap-3">
      <h2 className="text-16 font-semibold max-sm:order-first">{t('sharing:list.title')}</h2>
      <span className="grow max-sm:order-first" />
      {children}
      <nav
        aria-label={t('sharing:list.display')}
        className="flex gap-0.5 rounded-md bg-sunken p-0.5 max-sm:order-first dark:bg-surface"
      >
        {(['list', 'grid'] as const).map((display) => (
          <a
            key={display}
            href={shareFolderPath(token, id, { ...show, display })}
            keep-scroll-position=""
            aria-label={t(`sharing:list.${display}`)}
            aria-current={show.display === display ? 'true' : undefined}
            className={cx(
              'grid size-8 place-items-center rounded-sm text-muted hover:text-text pointer-coarse:size-11',
              show.display === display && 'bg-surface text-text ring-1 ring-line ring-inset dark:bg-raised',
            )}
          >
            <Icon of={displays[display]} size={16} />
          </a>
        ))}
      </nav>
    </div>
  )
}
