import { EyeOff, Files } from 'lucide-react'
import { useEffect } from 'react'
import { EmptyState, formatBytes, usePageContext, usePhone, useT } from '../../../../web/ui.ts'
import { sizeOf } from '../../client/selection-target.ts'
import { useSelection } from '../useListing.ts'
import { ItemDetail } from './ItemDetail.tsx'

/** Details of the selection, else of the open folder. */
export const DetailSidebar = () => {
  const t = useT()
  const { locale } = usePageContext()
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
  if (count > 1) {
    const picked = selection.picked()
    const known =
      picked.kind === 'some' && picked.unloaded.length === 0
        ? [...picked.ids].flatMap((id) => listing.find(id) ?? [])
        : []
    const size = known.length === count ? sizeOf(known) : null
    return (
      <EmptyState
        icon={Files}
        title={t('storage:list.selected', { count })}
        text={size === null ? undefined : formatBytes(size, locale)}
      />
    )
  }
  const item = count === 1 ? listing.known().find(({ index }) => selection.has(index))?.item : root
  return item ? (
    <ItemDetail key={item.id} item={item} />
  ) : (
    <EmptyState icon={EyeOff} title={t('storage:detail.nothing')} />
  )
}
