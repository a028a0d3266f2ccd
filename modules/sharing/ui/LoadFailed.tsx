import { Button, Callout, useT } from '../../web/ui.ts'

/** Shown in place of content that could not be loaded. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => {
  const t = useT()
  return (
    <Callout
      tone="danger"
      role="alert"
      actions={
        <Button size="sm" onClick={onRetry}>
          {t('web:kit.retry')}
        </Button>
      }
    >
      {t('sharing:dialog.failed')}
    </Callout>
  )
}
