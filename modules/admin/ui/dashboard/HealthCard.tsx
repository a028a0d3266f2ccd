import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, Card, call, useFeedback, useT } from '../../../web/ui.ts'
import { type Health, type HealthState, showHealth } from '../../contract.ts'
import { usePageState } from '../usePageState.ts'
import { usePolling } from '../usePolling.ts'
import { CheckRow } from './CheckRow.tsx'

const order: readonly HealthState[] = ['error', 'warning', 'ok']

/** Interval at which the page polls while a backup or a check of files runs. */
const activeDelayMs = 5_000

/** Health checks with their states and, on a problem, the next step. `null`: the server took too long. */
export const HealthCard = ({ initial }: { initial: Health | null }) => {
  const t = useT()
  const feedback = useFeedback()
  const [health, setHealth] = usePageState(initial)
  const [busy, setBusy] = useState(false)
  const read = async () => setHealth(await call(showHealth))
  const reload = async () => {
    setBusy(true)
    try {
      await read()
    } catch {
      feedback.toast({ kind: 'danger', text: t('admin:health.unknown') })
    } finally {
      setBusy(false)
    }
  }
  const isMissing = health === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes without it.
  useEffect(() => {
    if (isMissing) void reload()
  }, [])
  const active = health?.meta.active ?? []
  usePolling(read, activeDelayMs, active.length > 0)
  const checks = (health?.data ?? []).toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <Card
      title={t('admin:health.title')}
      text={t('admin:health.text')}
      actions={
        <Button icon={RefreshCw} loading={busy} onClick={() => void reload()}>
          {t('admin:health.again')}
        </Button>
      }
      flush
    >
      {isMissing && (
        <p className="px-4 py-5 text-small text-muted sm:px-6">
          {t(busy ? 'admin:health.checking' : 'admin:health.unknown')}
        </p>
      )}
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <CheckRow key={check.id} check={check} isActive={active.some((id) => id === check.id)} onStarted={reload} />
        ))}
      </ul>
    </Card>
  )
}
