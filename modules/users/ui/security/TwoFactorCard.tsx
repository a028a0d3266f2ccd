import { useState } from 'react'
import { Badge, Button, Card, call, useFeedback, useT } from '../../../web/ui.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  getRecoveryCodes,
  getTwoFactorQrCode,
  getTwoFactorSecret,
} from '../../contract.ts'
import { useAction } from '../settings/useAction.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

interface Setup {
  svg: string
  url: string
  secretKey: string
}

const prepare = async (): Promise<Setup> => {
  await call(enableTwoFactor)
  const [qr, secret] = await Promise.all([call(getTwoFactorQrCode), call(getTwoFactorSecret)])
  return { ...qr, ...secret }
}

/** The second factor: set up, shown recovery codes, disabled. */
export const TwoFactorCard = ({ enabled, codesLeft }: { enabled: boolean; codesLeft: number }) => {
  const t = useT()
  const act = useAction()
  const show = useAction()
  const feedback = useFeedback()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  const begin = async () => setSetup((await act(prepare)) ?? undefined)
  const showCodes = async () => setCodes((await show(() => call(getRecoveryCodes))) ?? undefined)
  const disable = async () => {
    const isSure = await feedback.confirm({
      title: t('users:security.twoFactor.disable.title'),
      body: t('users:security.twoFactor.disable.text'),
      confirmLabel: t('users:security.twoFactor.disable.confirm'),
      danger: true,
    })
    if (isSure) await act(() => call(disableTwoFactor), t('users:message.two-factor-disabled'))
  }
  return (
    <Card
      id="two-factor"
      title={t('users:security.twoFactor.title')}
      text={t('users:security.twoFactor.text')}
      actions={
        <Badge tone={enabled ? 'success' : 'neutral'}>
          {t(enabled ? 'users:security.twoFactor.on' : 'users:security.twoFactor.off')}
        </Badge>
      }
    >
      {enabled ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="me-auto text-small text-muted">
            {t('users:security.twoFactor.codesLeft', { count: codesLeft })}
          </p>
          <Button loading={show.busy} onClick={showCodes}>
            {t('users:security.twoFactor.showCodes')}
          </Button>
          <Button variant="danger" onClick={disable}>
            {t('users:security.twoFactor.disable.confirm')}
          </Button>
        </div>
      ) : (
        <Button variant="solid" loading={act.busy} onClick={begin}>
          {t('users:security.twoFactor.enable')}
        </Button>
      )}
      {setup && (
        <TwoFactorSetup
          {...setup}
          onClose={() => setSetup(undefined)}
          onEnabled={() => {
            setSetup(undefined)
            feedback.toast({ kind: 'success', text: t('users:message.two-factor-enabled') })
            void showCodes()
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onCodes={setCodes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}
