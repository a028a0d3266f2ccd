import { Button, useT } from '../../../web/ui.ts'

interface SubmitButtonProps {
  owner: string
  busy: boolean
  /** Files are still to go up. */
  uploading: boolean
  onFinish: () => void
}

/** The end of an answer: what it does, and the button. */
export const SubmitButton = ({ owner, busy, uploading, onFinish }: SubmitButtonProps) => {
  const t = useT()
  return (
    <div className="mt-6 flex flex-col gap-2 noscript:hidden sm:flex-row sm:items-center sm:justify-between">
      <p className="text-small text-pretty text-muted">
        {uploading ? t('sharing:request.done.wait') : t('sharing:request.done.hint', { name: owner })}
      </p>
      <Button variant="solid" size="lg" loading={busy} disabled={uploading} onClick={onFinish}>
        {t('sharing:request.done.button')}
      </Button>
    </div>
  )
}
