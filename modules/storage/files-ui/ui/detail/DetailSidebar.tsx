import { EyeOff, Files } from 'lucide-react'
import { useEffect } from 'react'
import { EmptyState, formatBytes, usePageContext, usePhone, useT } from '../../../../web/ui.ts'
import { useSelection } from '../useListing.ts'
import { ItemDetail } from './ItemDetail.tsx'
import { useSelectionSize } from './useSelectionSize.ts'

/** Details of the selection, else of the open folder. */
export const DetailSidebar = () => {
  const t = useT()
  const { folderView, count } = useSelection()
  const { selection, listing, root } = folderView
  const phone = usePhone()
  useEffect(() => {
    if (!phone) return
    // A phone selects a row only to show its details.
    return () => {
      if (!selection.state.multi) selection.clear()
    }
  }, [phone, selection])
  if (count > 1) return <SelectedItems count={count} />
  const item = count === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : root
  return item ? (
    <ItemDetail key={item.id} item={item} />
  ) : (
    <EmptyState icon={EyeOff} title={t('storage:detail.nothing')} />
  )
}

const SelectedItems = ({ count }: { count: number }) => {
  const t = useT()
  const { locale } = usePageContext()
  const size = useSelectionSize()
  return (
    <EmptyState
      icon={Files}
      title={t('storage:list.selected', { count })}
      text={size === null ? undefined : formatBytes(size, locale)}
    />
  )
}
