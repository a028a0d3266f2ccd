import { Download } from 'lucide-react'
import { Button, formatBytes, usePageContext, useT } from '../../../../../web/ui.ts'
import { iconKindOf } from '../../../../tree/ui.ts'
import { ItemIcon } from '../../Thumbnail.tsx'
import type { PreviewProps } from '../types.ts'

/** A file without a preview: its kind, size and download. */
export const NoPreview = ({ item, onDownload, note }: PreviewProps & { note?: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { name, size, extension } = item.attributes
  const kind = t(`storage:list.kind.${iconKindOf(item)}`)
  return (
    <div className="grid size-full place-items-center overflow-y-auto p-4">
      <div className="flex w-full max-w-sm flex-col items-center rounded-lg border border-line bg-surface px-6 py-9 text-center">
        <ItemIcon item={item} size={88} />
        <h2 className="mt-5 max-w-full text-16 font-semibold break-words">{name}</h2>
        <p className="mt-1 text-14 text-muted">
          {[extension ? `${kind} · ${extension.toUpperCase()}` : kind, size !== null && formatBytes(size, locale)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="mt-3 text-14 text-pretty text-muted">{note ?? t('storage:viewer.noPreview')}</p>
        {onDownload && (
          <Button className="mt-5" variant="solid" icon={Download} onClick={() => onDownload(item)}>
            {t('storage:menu.download')}
          </Button>
        )}
      </div>
    </div>
  )
}
