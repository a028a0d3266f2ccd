import { ArrowDown, ArrowUp } from 'lucide-react'
import { firstDirection } from '../../shared/contract.ts'
import { Icon, useT } from '../../web/ui.ts'
import { type FolderViewOptions, shareFolderPath } from '../client/share-paths.ts'

const columns = ['name', 'updated_at', 'size'] as const
type Column = (typeof columns)[number]

const nextDirection = (field: Column, { sorting }: FolderViewOptions) =>
  sorting.field === field ? (sorting.direction === 'ASC' ? 'DESC' : 'ASC') : firstDirection(field)

/** Column headers; each is a link that sorts. */
export const ShareTableHeader = ({ token, id, show }: { token: string; id: string; show: FolderViewOptions }) => {
  const t = useT()
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className="share-head">
        {columns.map((field) => {
          const active = show.sorting.field === field
          const up = show.sorting.direction === 'ASC'
          return (
            <div
              key={field}
              role="columnheader"
              aria-sort={active ? (up ? 'ascending' : 'descending') : undefined}
              data-column={field}
            >
              <a
                href={shareFolderPath(token, id, {
                  ...show,
                  page: 1,
                  sorting: { field, direction: nextDirection(field, show) },
                })}
                keep-scroll-position=""
              >
                {t(`sharing:list.column.${field}`)}
                {active && <Icon of={up ? ArrowUp : ArrowDown} size={14} className="shrink-0" />}
              </a>
            </div>
          )
        })}
        <div role="columnheader" data-column="actions">
          <span className="sr-only">{t('sharing:list.column.actions')}</span>
        </div>
      </div>
    </div>
  )
}
