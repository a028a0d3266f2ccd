import { Callout, RetryButton, useT } from '../../web/ui.ts'

/** Shown in place of content that could not be loaded. */
export const ShareLoadFailed = ({ onRetry }: { onRetry: () => unknown }) => {
  const t = useT()
  return (
    <Callout tone="danger" role="alert" actions={<RetryButton size="sm" onRetry={onRetry} />}>
      {t('sharing:dialog.failed')}
    </Callout>
  )
}
