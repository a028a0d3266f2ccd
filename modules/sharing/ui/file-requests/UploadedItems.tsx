import { useRef, useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { Button, lazyComponent, useListFocus, useT } from '../../../web/ui.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { UploadedRow, type UploadedRowProps } from './UploadedRow.tsx'
import { useSubmittedText } from './useSubmittedText.ts'

const UploadedViewer = lazyComponent(async () => (await import('./UploadedViewer.tsx')).UploadedViewer)

type UploadedItemsProps = Omit<UploadedRowProps, 'item' | 'onView'>

/** Items that this browser has sent, to rename, move and delete; where uploaders see everything, all items. */
export const UploadedItems = (props: UploadedItemsProps) => {
  const { sent, onError } = props
  const t = useT()
  const [shown, setShown] = useState<Item | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li', { isInPage: true })
  if (sent.items.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="sent">
      <h2 id="sent" className="mb-2 text-16 font-bold">
        {t(sent.isShared ? 'sharing:request.sent.titleAll' : 'sharing:request.sent.title')}
      </h2>
      <ul
        ref={list}
        {...keepFocus}
        data-sent
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {sent.items.map((item) => (
          <UploadedRow key={item.id} item={item} onView={setShown} {...props} />
        ))}
      </ul>
      {sent.hasMore && (
        <Button className="mt-3 noscript:hidden" wide onClick={() => void sent.more().catch(onError)}>
          {t('sharing:request.sent.more')}
        </Button>
      )}
      <UploadedViewer sent={sent} shown={shown} onShow={setShown} onNotLoaded={() => setShown(null)} />
    </section>
  )
}

/** Number and size of this browser's files, where only the owner sees the files. */
export const UploadedCount = ({ fileRequest }: { fileRequest: PublicFileRequest }) => {
  const text = useSubmittedText(fileRequest)
  return (
    <p className="mt-8 text-pretty" role="status" data-sent-count>
      {(fileRequest.relationships.uploader?.sent ?? 0) > 0 && text}
    </p>
  )
}
