import { CornerDownRight, Pencil } from 'lucide-react'
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
import { ItemIcon, useImage } from '../../../previews/ui.ts'
import type { Item, ParentRef } from '../../../tree/contract.ts'
import { changedAt, hrefOf, iconKindOf, isFlatSection, type Section } from '../../../tree/ui.ts'
import { mayEdit } from '../../client/abilities.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useFiles } from '../context.ts'
import { sectionOfItem } from '../extensions/section.ts'
import { useSectionName } from '../useSectionName.ts'
import { DetailRow } from './DetailRow.tsx'
import { useMetadata } from './useMetadata.ts'

const Metadata = lazyComponent(() => import('./Metadata.tsx').then((module) => module.Metadata))
const Activity = lazyComponent(async () => (await import('./Activity.tsx')).default)
const Versions = lazyComponent(async () => (await import('./Versions.tsx')).default)

/** Details of an item. `plain` omits the picture. */
export const ItemDetail = ({ item, plain = false }: { item: Item; plain?: boolean }) => {
  const { files, dialogs, added } = useFiles()
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
  const trail = metadata?.path ?? trailOf(item, folderView)
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
            <Trail top={sectionOfItem(added, item, trail)} folders={trail} />
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
      {item.type === 'folder' && !trashed && <Activity folderId={item.id} />}
      {item.type === 'file' && !trashed && <Versions item={item} editable={editable} />}
    </div>
  )
}

/** Ancestors of an item, topmost first, as far as the open listing knows them. */
const trailOf = ({ id, relationships }: Item, { location, path, root }: FolderView): readonly ParentRef[] => {
  const parent = relationships.parent?.data
  if (parent) return [{ id: parent.id, name: parent.attributes.name, color: null, emoji: null }]
  if (isFlatSection(location.section)) return []
  return root && root.id !== id ? [...path, { id: root.id, ...root.attributes }] : path
}

const Trail = ({ top, folders }: { top: Section; folders: readonly ParentRef[] }) => {
  const all = [{ id: null, name: useSectionName()(top) }, ...folders]
  return (
    <span className="min-w-0 grow">
      {all.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && <span className="px-1 text-muted">/</span>}
          <a href={hrefOf({ section: id === null ? top : 'files', id })} className="text-brand-text hover:underline">
            {name}
          </a>
        </span>
      ))}
    </span>
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
