import { CornerDownRight, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatBytes, formatDateTime, formatNumber, IconButton, usePageContext, useT } from '../../../web/ui.ts'
import { hrefOf } from '../../client/place.ts'
import type { Item } from '../../contract.ts'
import { glyphOf } from '../browser/item.ts'
import { ItemIcon } from '../browser/Thumb.tsx'
import { useFiles } from '../context.ts'
import { useZone } from '../useClock.ts'

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="py-2.5">
    <dt className="text-12 text-muted">{label}</dt>
    <dd className="mt-0.5 text-14 break-words tabular-nums">{children}</dd>
  </div>
)

/** One item: picture, name, facts. */
export const ItemDetail = ({ item }: { item: Item }) => {
  const { files, screen } = useFiles()
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const opened = files.current()
  const { attributes, relationships } = item
  const trashed = opened.place.view === 'trash'
  const when = (iso: string) => (
    <time dateTime={iso} className="tabular-nums">
      {formatDateTime(iso, locale, zone)}
    </time>
  )
  const inHere =
    opened.root && attributes.parent_id === opened.root.id
      ? { id: opened.root.id, name: opened.root.attributes.name }
      : null
  const above = opened.path.at(-1)
  const parent = relationships.parent?.data
    ? { id: relationships.parent.data.id, name: relationships.parent.data.attributes.name }
    : (inHere ?? (opened.root?.id === item.id && above ? { id: above.id, name: above.name } : null))
  return (
    <div className="px-5 pb-6">
      <Picture item={item} />
      <div className="mt-4 flex items-start gap-2">
        <h2 className="min-w-0 grow text-16 font-semibold break-words">{attributes.name}</h2>
        {!trashed && (
          <IconButton
            icon={Pencil}
            size="sm"
            label={t('storage:menu.rename')}
            onClick={() => screen.open({ name: 'rename-item', item })}
          />
        )}
      </div>
      <dl className="mt-3 divide-y divide-line">
        <Line label={t('storage:detail.kind')}>
          {t(`storage:list.kind.${glyphOf(item)}`)}
          {attributes.extension && glyphOf(item) !== 'pdf' && (
            <span className="text-muted"> · {attributes.extension.toUpperCase()}</span>
          )}
        </Line>
        {attributes.size !== null ? (
          <Line label={t('storage:detail.size')}>
            {formatBytes(attributes.size, locale)}{' '}
            <span className="text-muted">
              ({t('storage:detail.bytes', { count: attributes.size, number: formatNumber(attributes.size, locale) })})
            </span>
          </Line>
        ) : (
          <Line label={t('storage:detail.content')}>{t('storage:list.items', { count: attributes.items })}</Line>
        )}
        <Line label={t('storage:detail.where')}>
          <span className="flex items-center gap-2">
            <a
              href={hrefOf({ view: 'files', id: parent?.id ?? null })}
              className="min-w-0 grow truncate text-brand-text hover:underline"
            >
              {parent?.name ?? t('storage:page.files')}
            </a>
            {!trashed && (
              <IconButton
                icon={CornerDownRight}
                size="sm"
                label={t('storage:menu.move')}
                onClick={() => screen.open({ name: 'move', target: { kind: 'items', items: [item], from: opened } })}
              />
            )}
          </span>
        </Line>
        <Line label={t('storage:detail.created')}>{when(attributes.created_at)}</Line>
        <Line label={t('storage:detail.modified')}>{when(attributes.modified_at ?? attributes.updated_at)}</Line>
        {attributes.deleted_at && <Line label={t('storage:detail.deleted')}>{when(attributes.deleted_at)}</Line>}
      </dl>
    </div>
  )
}

const Picture = ({ item }: { item: Item }) => {
  const [broken, setBroken] = useState(false)
  const { thumbnail } = item.attributes
  return (
    <div className="grid aspect-4/3 place-items-center overflow-hidden rounded-lg border border-line bg-n2 dark:bg-page">
      {thumbnail && !broken ? (
        <img src={thumbnail.lg} alt="" onError={() => setBroken(true)} className="size-full object-contain" />
      ) : (
        <ItemIcon item={item} size={72} />
      )}
    </div>
  )
}
