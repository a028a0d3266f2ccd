import { Button, PlainHeading, useT } from '../../../web/ui.ts'
import { ResendButton } from '../auth/ResendButton.tsx'

export const UnverifiedStep = ({ email, onBack }: { email: string; onBack: () => void }) => {
  const t = useT()
  return (
    <>
      <PlainHeading title={t('users:page.unverified.title')} text={t('users:page.unverified.text', { email })} />
      <div className="flex flex-col gap-3">
        <ResendButton email={email} />
        <Button variant="quiet" size="lg" wide onClick={onBack}>
          {t('users:page.unverified.back')}
        </Button>
      </div>
    </>
  )
}
