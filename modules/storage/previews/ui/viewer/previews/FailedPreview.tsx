import { useT } from '../../../../../web/ui.ts'
import type { FetchError } from '../../../../tree/ui.ts'
import type { PreviewProps } from '../types.ts'
import { NoPreview } from './NoPreview.tsx'
import { PreviewError } from './PreviewError.tsx'

/** Fallback after a failed preview: the download where the content is available, else the error. */
export const FailedPreview = ({
  fetchError,
  onRetry,
  ...props
}: PreviewProps & { fetchError: FetchError; onRetry: () => unknown }) => {
  const t = useT()
  const { status } = fetchError
  if (status >= 200 && status < 300) return <NoPreview {...props} note={t('storage:viewer.cannotShow')} />
  return <PreviewError {...fetchError} onRetry={onRetry} />
}
