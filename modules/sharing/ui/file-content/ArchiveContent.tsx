import { Folder } from 'lucide-react'
import { extensionOf } from '../../../storage/contract.ts'
import { FileIcon, fileKind, formatBytes, Icon, usePageContext, useT } from '../../../web/ui.ts'
import type { FilePreview } from '../../contract.ts'
import { previewFrameClass } from './preview-frame-class.ts'

/** List of an archive's entries. */
export const ArchiveContent = ({ archive: { entries, total } }: { archive: NonNullable<FilePreview['archive']> }) => {
  const t = useT()
  const { locale } = usePageContext()
  return (
    <section aria-labelledby="archive" className={`${previewFrameClass} bg-surface`}>
      <h2 id="archive" className="border-b border-line px-4 py-2.5 text-13 font-semibold">
        {t('sharing:page.archive', { count: total })}
      </h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
        tabIndex={0}
        aria-labelledby="archive"
        className="max-h-[60vh] divide-y divide-line overflow-y-auto text-14"
      >
        {entries.map(({ name, size, isFolder }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes
          <li key={n} className="flex items-center gap-3 px-4 py-2">
            {isFolder ? (
              <Icon of={Folder} size={20} className="shrink-0 text-muted" />
            ) : (
              <FileIcon kind={fileKind(null, extensionOf(name))} size={20} className="shrink-0" />
            )}
            <bdi className="min-w-0 grow break-words">{name}</bdi>
            {!isFolder && <span className="shrink-0 text-muted tabular-nums">{formatBytes(size, locale)}</span>}
          </li>
        ))}
      </ul>
      {entries.length < total && (
        <p className="border-t border-line px-4 py-2.5 text-13 text-muted">
          {t('sharing:page.archiveMore', { count: total - entries.length })}
        </p>
      )}
    </section>
  )
}
