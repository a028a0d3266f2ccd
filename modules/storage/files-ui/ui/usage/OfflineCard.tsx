import { useState } from 'react'
import { Card, Switch, useHydrated, usePageContext, useT } from '../../../../web/ui.ts'
import { beginOffline, endOffline, isOfflineSupported, offlineAccount } from '../../../offline/ui.ts'
import { useOfflineTexts } from '../offline/useOfflineTexts.ts'

/** Whether this browser keeps the last folders of this account. Off by default: others may use the device. */
export const OfflineCard = () => {
  const t = useT()
  const hydrated = useHydrated()
  const account = usePageContext().user?.id ?? ''
  const texts = useOfflineTexts()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const isOn = chosen ?? (hydrated && offlineAccount() === account)
  const isPossible = !hydrated || isOfflineSupported()
  const change = async (on: boolean) => {
    setChosen(on)
    setHasFailed(false)
    try {
      await (on ? beginOffline(account, texts) : endOffline())
    } catch {
      if (on) await endOffline().catch(() => undefined)
      setChosen(false)
      setHasFailed(true)
    }
  }
  return (
    <Card id="offline" title={t('storage:offline.title')}>
      <Switch
        label={t('storage:offline.switch')}
        help={t(isPossible ? 'storage:offline.help' : 'storage:offline.unsupported')}
        error={hasFailed ? t('storage:offline.failed') : undefined}
        checked={isOn}
        disabled={!hydrated || !isPossible}
        onValue={(on) => void change(on)}
      />
    </Card>
  )
}
