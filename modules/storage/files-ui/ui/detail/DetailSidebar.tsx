import { EyeOff, Files } from 'lucide-react'
import { useEffect } from 'react'
import { EmptyState, formatBytes, lazyComponent, usePageContext, usePhone, useT } from '../../../../web/ui.ts'
import { useSelection } from '../useListing.ts'
import { ItemDetail } from './ItemDetail.tsx'
import { useSelectionSize } from './useSelectionSize.ts'

const Activity = lazyComponent(async () => (await import('./Activity.tsx')).default)

/** Details of the selection, else of the open folder. */
export const DetailSidebar = () => {
  const t = useT()
  const { folderView, count } = useSelection()
  const { selection, listing, root } = folderView
  const { section, id } = folderView.location
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
  if (item) return <ItemDetail key={item.id} item={item} />
  return (
    <>
      {!phone && <EmptyState icon={EyeOff} title={t('storage:detail.nothing')} />}
      {section === 'files' && id === null && (
        <div className="px-5 pb-6">
          <Activity folderId={null} />
        </div>
      )}
    </>
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
