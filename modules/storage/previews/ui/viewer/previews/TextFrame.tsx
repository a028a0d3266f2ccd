import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, formatBytes, Spinner, useLoad, usePageContext, useT } from '../../../../../web/ui.ts'
import { fetchErrorFrom, readText } from '../../../client/read-text.ts'
import { usePreviewControls } from '../preview-controls.ts'
import type { PreviewProps } from '../types.ts'
import { PreviewError } from './PreviewError.tsx'

/** Frame of a text preview. Long texts show their beginning and say so. */
export const TextFrame = ({ item, onDownload, children }: PreviewProps & { children: (text: string) => ReactNode }) => {
  const t = useT()
  const { locale } = usePageContext()
  const url = item.attributes.file_url ?? ''
  const { data: part, error, reload } = useLoad((signal) => readText(url, signal), [url])
  usePreviewControls({ print: () => window.print() })
  if (error !== null) return <PreviewError {...fetchErrorFrom(error)} onRetry={reload} />
  if (!part)
    return (
      <div className="grid size-full place-items-center">
        <Spinner />
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
    <div tabIndex={0} data-text className="size-full overflow-auto outline-none sm:p-6">
      <article className="mx-auto min-h-full w-full max-w-4xl min-w-0 bg-surface sm:min-h-0 sm:rounded-md sm:border sm:border-line">
        {part.shown < part.total && (
          <p className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5 text-13 text-muted">
            {t('storage:viewer.beginning', {
              shown: formatBytes(part.shown, locale),
              total: formatBytes(part.total, locale),
            })}
            {onDownload && (
              <Button size="sm" icon={Download} onClick={() => onDownload(item)}>
                {t('storage:menu.download')}
              </Button>
            )}
          </p>
        )}
        {part.total === 0 ? (
          <p className="px-4 py-10 text-center text-14 text-muted">{t('storage:viewer.emptyText')}</p>
        ) : (
          children(part.text)
        )}
      </article>
    </div>
  )
}
