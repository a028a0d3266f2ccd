import { CornerDownRight, Pencil } from 'lucide-react'
import { useSnapshot } from 'valtio'
import {
  Avatar,
  formatBytes,
  formatDateTime,
  IconButton,
  lazyComponent,
  usePageContext,
  useT,
  useZone,
} from '../../../../web/ui.ts'
import { LazyComments } from '../../../comments/ui.ts'
import { ItemIcon, useImage } from '../../../previews/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { changedAt, iconKindOf } from '../../../tree/ui.ts'
import { mayEdit } from '../../client/abilities.ts'
import { useFiles } from '../context.ts'
import { sectionOfItem } from '../extensions/section.ts'
import { DetailRow } from './DetailRow.tsx'
import { ancestorsOfItem, ItemPath } from './ItemPath.tsx'
import { useMetadata } from './useMetadata.ts'

const Metadata = lazyComponent(() => import('./Metadata.tsx').then((module) => module.Metadata))
const Activity = lazyComponent(async () => (await import('./Activity.tsx')).default)
const Versions = lazyComponent(async () => (await import('./Versions.tsx')).default)

/** Details of an item. `plain` omits the picture. */
export const ItemDetail = ({ item, plain = false }: { item: Item; plain?: boolean }) => {
  const { files, folders, dialogs, viewer, added } = useFiles()
  const { commentsOf } = useSnapshot(dialogs.state)
  const { id: viewedId } = useSnapshot(viewer.state)
  const t = useT()
  const { locale, user } = usePageContext()
  const { metadata, retry } = useMetadata(item)
  const zone = useZone()
  const folderView = files.current()
  const { attributes } = item
  const trashed = folderView.location.section === 'trash'
  const editable = !trashed && mayEdit(item, folderView)
  const when = (iso: string) => (
    <time dateTime={iso} className="tabular-nums">
      {formatDateTime(iso, locale, zone)}
    </time>
  )
  const isBelowTrashed = trashed && folderView.location.id !== null
  const trail = metadata?.path ?? ancestorsOfItem(item, folderView)
  const creator = (metadata?.item ?? item).relationships.creator?.data
  return (
    <div className="px-5 pb-6">
      {!plain && <Picture item={item} />}
      <div className="mt-4 flex items-start gap-2">
        <h2 className="min-w-0 grow text-16 font-semibold break-words">{attributes.name}</h2>
        {editable && (
          <IconButton
            icon={Pencil}
            size="sm"
            label={t('storage:menu.rename')}
            onClick={() => dialogs.open({ name: 'rename-item', item })}
          />
        )}
      </div>
      <dl className="mt-3 divide-y divide-line">
        <DetailRow label={t('storage:detail.kind')}>
          {t(`storage:list.kind.${iconKindOf(item)}`)}
          {attributes.extension && iconKindOf(item) !== 'pdf' && (
            <span className="text-muted"> · {attributes.extension.toUpperCase()}</span>
          )}
        </DetailRow>
        {item.type === 'folder' && (
          <DetailRow label={t('storage:detail.content')}>
            {t('storage:list.items', { count: attributes.items })}
            {/* Number of files including subfolders. */}
            {metadata?.files != null && metadata.files > 0 && metadata.files !== attributes.items && (
              <span className="text-muted">
                {' · '}
                {t('storage:detail.files', { count: metadata.files })}
              </span>
            )}
          </DetailRow>
        )}
        {attributes.size !== null && (
          <DetailRow label={t('storage:detail.size')}>
            {formatBytes(attributes.size, locale)}
            {attributes.size >= 1_000 && (
              <span className="text-muted"> ({t('storage:detail.bytes', { count: attributes.size })})</span>
            )}
          </DetailRow>
        )}
        <DetailRow label={t('storage:detail.location')}>
          <span className="flex items-center gap-2">
            <ItemPath
              top={isBelowTrashed ? 'trash' : sectionOfItem(added, item, trail)}
              folders={trail}
              within={isBelowTrashed ? 'trash' : trashed ? null : 'files'}
            />
            {editable && (
              <IconButton
                icon={CornerDownRight}
                size="sm"
                label={t('storage:menu.move')}
                onClick={() =>
                  dialogs.open({ name: 'move', target: { kind: 'items', items: [item], from: folderView } })
                }
              />
            )}
          </span>
        </DetailRow>
        {creator && creator.id !== user?.id && (
          <DetailRow label={t('storage:detail.creator')}>
            <span className="flex items-center gap-2">
              <Avatar
                image={creator.attributes.avatar}
                name={creator.attributes.name}
                color={creator.attributes.color}
                size={24}
              />
              <span className="min-w-0 truncate">{creator.attributes.name}</span>
            </span>
          </DetailRow>
        )}
        <Metadata item={item} exif={metadata?.item.relationships.exif?.data ?? null} />
        <DetailRow label={t('storage:detail.created')}>{when(attributes.created_at)}</DetailRow>
        <DetailRow label={t('storage:detail.modified')}>{when(changedAt(item))}</DetailRow>
        {attributes.deleted_at && (
          <DetailRow label={t('storage:detail.deleted')}>{when(attributes.deleted_at)}</DetailRow>
        )}
      </dl>
      {!trashed && added.map(({ id, Section }) => <Section key={id} item={item} metadata={metadata} retry={retry} />)}
      {!folders.isPending(item.id) && (
        <LazyComments
          itemId={item.id}
          isOwn={attributes.access === undefined}
          isReadOnly={trashed}
          // Details above them would move them after they were scrolled to.
          isWanted={commentsOf === item.id && (viewedId !== null) === plain && (metadata ?? retry) !== null}
          onShown={() => {
            dialogs.state.commentsOf = null
          }}
        />
      )}
      {item.type === 'folder' && !trashed && <Activity folderId={item.id} />}
      {item.type === 'file' && !trashed && <Versions item={item} editable={editable} />}
    </div>
  )
}

const Picture = ({ item }: { item: Item }) => {
  const image = useImage(item.attributes.thumbnail?.lg)
  return (
    <div className="grid aspect-4/3 place-items-center overflow-hidden rounded-lg border border-line bg-n2 dark:bg-page">
      {image ? <img {...image} alt="" className="size-full object-contain" /> : <ItemIcon item={item} size={72} />}
    </div>
  )
}
