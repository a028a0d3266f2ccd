import { cx, formatBytes, usePageContext, useT } from '../../../../web/ui.ts'
import { useSelectionSize } from '../detail/useSelectionSize.ts'
import { useSelection } from '../useListing.ts'

/** Number and size of the selected items. */
export const SelectionCount = ({ className, sizeClass }: { className: string; sizeClass?: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { count } = useSelection()
  const size = useSelectionSize()
  return (
    <p role="status" className={cx('min-w-0 truncate text-14 tabular-nums', className)}>
      <span className="font-medium">{t('storage:list.selected', { count })}</span>
      {size ? <span className={cx('text-muted', sizeClass)}> · {formatBytes(size, locale)}</span> : null}
    </p>
  )
}
