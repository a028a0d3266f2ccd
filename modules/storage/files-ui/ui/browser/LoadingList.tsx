import { cx } from '../../../../web/ui.ts'
import { useListing } from '../useListing.ts'
import { useColumns, useView } from '../useView.ts'
import { gridTemplate } from './columns.ts'
import { useColumnWidths } from './useColumnWidths.ts'
import { indexRange } from './useVirtualRows.ts'

/** Enough rows to fill a large screen. */
const rowCount = 16

const Bone = ({ width }: { width: string }) => (
  <span className="block h-3 animate-shimmer rounded-xs bg-n5" style={{ width }} />
)

/** Placeholder of a view that loads. */
export const LoadingList = ({ tiles }: { tiles: boolean }) => (tiles ? <Tiles /> : <Rows />)

/** Placeholder of a list, with the columns that it will have. */
const Rows = () => {
  const { folderView } = useListing()
  const { section } = folderView.location
  const { density } = useView()
  const byDay = section === 'recent'
  const columns = useColumns()
  const { template } = useColumnWidths((widthOf) => gridTemplate(columns, widthOf, byDay))
  return (
    <div
      aria-hidden="true"
      className={cx('file-grid', density === 'compact' && 'is-compact')}
      style={{ '--columns': template } as React.CSSProperties}
    >
      <div className="file-head" />
      {indexRange(0, rowCount).map((index) => (
        <div key={index} className="file-row" data-loading>
          {byDay && <span className="file-day" />}
          <span className="file-check" />
          <span className="file-name">
            <span className="size-6 shrink-0 animate-shimmer rounded-xs bg-n5" />
            <Bone width={`${30 + ((index * 37) % 40)}%`} />
          </span>
          {columns.map((column) => (
            <span key={column} className="file-cell">
              <Bone width="60%" />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

const Tiles = () => (
  <div aria-hidden="true" className="file-grid p-4">
    <div className="file-tiles">
      {indexRange(0, rowCount).map((index) => (
        <div key={index} className="file-tile animate-shimmer bg-n3!" />
      ))}
    </div>
  </div>
)
