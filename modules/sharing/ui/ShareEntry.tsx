import { memo } from 'react'
import type { Item } from '../../storage/contract.ts'
import { changedAt, RowThumbnail, TileThumbnail } from '../../storage/ui.ts'
import { lazyComponent } from '../../web/ui.ts'
import { onPlainClick } from '../client/on-plain-click.ts'
import type { ShareEditorActions } from '../client/share-editor.actions.ts'
import { downloadPath, type FolderViewOptions, filePath, shareFolderPath } from '../client/share-paths.ts'
import type { SharedFolderStore } from '../client/shared-folder.store.ts'
import type { EntryTexts } from './useEntryTexts.ts'

const ShareEntryMenu = lazyComponent(async () => (await import('./editor/ShareEntryMenu.tsx')).ShareEntryMenu)

export interface ShareEntryProps {
  item: Item
  row: number
  token: string
  show: FolderViewOptions
  texts: EntryTexts
  download: boolean
  folder: SharedFolderStore
  selected: boolean
  /** Rows can be selected. */
  selectable: boolean
  /** Actions of an editor. */
  actions: ShareEditorActions | null
  onView: (item: Item) => void
}

/** One row or tile. Its name links to the page of the folder or file; with scripts a file opens in the viewer. */
export const ShareEntry = memo((props: ShareEntryProps) => {
  const { item, row, token, show, texts, download, folder, selected, selectable, actions, onView } = props
  const { name } = item.attributes
  const changed = changedAt(item)
  const isFolder = item.type === 'folder'
  const amount = texts.amount(item)
  return (
    <div role="row" aria-rowindex={row} className="share-row" data-selected={selected || undefined}>
      <div role="cell">
        {selectable && (
          <label className="share-mark">
            <input type="checkbox" checked={selected} readOnly aria-label={texts.t('sharing:select.row', { name })} />
          </label>
        )}
        {show.display === 'grid' ? (
          <span className="share-thumb">
            <TileThumbnail item={item} />
          </span>
        ) : (
          <RowThumbnail item={item} />
        )}
        <div>
          {isFolder ? (
            <a href={shareFolderPath(token, item.id, { ...show, page: 1 })}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <a href={filePath(token, item.id)} data-vike="false" onClick={onPlainClick(() => onView(item))}>
              <bdi>{name}</bdi>
            </a>
          )}
          <p>{amount}</p>
        </div>
      </div>
      <div role="cell">
        <time dateTime={changed} title={texts.exact(changed)}>
          {texts.day(changed)}
        </time>
      </div>
      <div role="cell">{amount}</div>
      <div role="cell">
        {download && (
          // biome-ignore lint/a11y/useAnchorContent: the arrow is drawn, the label says it
          <a
            href={downloadPath(token, item)}
            data-vike="false"
            aria-label={texts.t('sharing:list.download', { name })}
            title={texts.t('sharing:page.download')}
          />
        )}
        {actions && <ShareEntryMenu item={item} actions={actions} dialogs={folder.dialogs} />}
      </div>
    </div>
  )
})
