import { useRef } from 'react'
import { useT } from '../../../../web/ui.ts'

/** Loads the next page of a level. With the keyboard the focus moves to the first new folder. */
export const MoreFolders = ({
  level,
  indent,
  more,
}: {
  level: number
  /** px per level. */
  indent: number
  more: () => Promise<string | null>
}) => {
  const t = useT()
  const row = useRef<HTMLDivElement>(null)
  const load = async () => {
    const tree = row.current?.closest('[role=tree]')
    const focused = row.current === document.activeElement
    const first = await more()
    if (first && focused)
      requestAnimationFrame(() => tree?.querySelector<HTMLElement>(`[data-id="${CSS.escape(first)}"]`)?.focus())
  }
  return (
    <li role="none">
      <div ref={row} role="treeitem" aria-level={level} aria-selected={false} tabIndex={-1} className="outline-none">
        <button
          type="button"
          data-more
          tabIndex={-1}
          onClick={() => void load()}
          className="flex min-h-8 w-full items-center rounded-sm text-13 text-muted [:focus-visible>&]:outline-2 [:focus-visible>&]:outline-focus hover:bg-hover hover:text-text pointer-coarse:min-h-11"
          style={{ paddingInlineStart: (level - 1) * indent + 24 }}
        >
          {t('storage:sidebar.more')}
        </button>
      </div>
    </li>
  )
}
