import { useEffect, useState } from 'react'
import type { Item } from '../../../storage/contract.ts'
import { call, Spinner, useT } from '../../../web/ui.ts'
import { visitorPreviewFile } from '../../contract.ts'
import type { FilePreview } from '../../server/services/file-previews.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import { FileContent } from './FileContent.tsx'

/** A file in the viewer as its page shows it to visitors who may not download. */
export const PreviewOnly = ({ token, item }: { token: string; item: Item }) => {
  const t = useT()
  const [preview, setPreview] = useState<FilePreview | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { id, attributes } = item
  // biome-ignore lint/correctness/useExhaustiveDependencies: a thumbnail that was made has a size and pages; another attempt loads again
  useEffect(() => {
    const aborted = new AbortController()
    call(visitorPreviewFile, { params: { id, token }, signal: aborted.signal }).then(
      ({ data }) => setPreview(data as FilePreview),
      () => !aborted.signal.aborted && setPreview('failed'),
    )
    return () => aborted.abort()
  }, [id, token, attributes.thumbnail?.xl, attempt])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
    <div tabIndex={0} className="size-full overflow-y-auto px-4 pb-8">
      <div className="mx-auto flex min-h-full max-w-4xl flex-col justify-center">
        {preview === null ? (
          <Spinner label={t('web:kit.loading')} />
        ) : preview === 'failed' ? (
          <LoadFailed onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          <FileContent item={item} preview={preview} download={false} />
        )}
      </div>
    </div>
  )
}
