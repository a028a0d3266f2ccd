import type { Item } from '../../../storage/contract.ts'
import { call, Spinner, useLoad, useT } from '../../../web/ui.ts'
import { type FilePreview, visitorPreviewFile } from '../../contract.ts'
import { ShareLoadFailed } from '../ShareLoadFailed.tsx'
import { FileContent } from './FileContent.tsx'

/** A file in the viewer as its page shows it to visitors who may not download. */
export const PreviewOnly = ({ token, item }: { token: string; item: Item }) => {
  const t = useT()
  const { id, attributes } = item
  const load = async (signal: AbortSignal) =>
    (await call(visitorPreviewFile, { params: { id, token }, signal })).data as FilePreview
  // A thumbnail that was made has a size and pages.
  const { data: preview, error, reload } = useLoad(load, [id, token, attributes.thumbnail?.xl])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
    <div tabIndex={0} className="size-full overflow-y-auto px-4 pb-8">
      <div className="mx-auto flex min-h-full max-w-4xl flex-col justify-center">
        {error !== null ? (
          <ShareLoadFailed onRetry={reload} />
        ) : preview === null ? (
          <Spinner label={t('web:kit.loading')} />
        ) : (
          <FileContent item={item} preview={preview} download={false} />
        )}
      </div>
    </div>
  )
}
