import { Button, useT } from '../../../web/ui.ts'

/** The end of an answer: what it does, and the button. */
export const Finish = ({ owner, busy, onFinish }: { owner: string; busy: boolean; onFinish: () => void }) => {
  const t = useT()
  return (
    <div className="mt-6 flex flex-col gap-2 noscript:hidden sm:flex-row sm:items-center sm:justify-between">
      <p className="text-small text-pretty text-muted">{t('sharing:request.done.hint', { name: owner })}</p>
      <Button variant="solid" size="lg" loading={busy} onClick={onFinish}>
        {t('sharing:request.done.button')}
      </Button>
    </div>
  )
}
