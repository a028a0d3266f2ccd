import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Badge, Button, Card, call, type IconType, type Tone, useFeedback, useT } from '../../../web/ui.ts'
import { type Health, type HealthCheck, type HealthState, showHealth } from '../../contract.ts'
import { useHealthValues } from './useHealthValues.ts'

const appearance: Record<HealthState, { tone: Tone; icon: IconType }> = {
  ok: { tone: 'success', icon: CircleCheck },
  warning: { tone: 'warning', icon: TriangleAlert },
  error: { tone: 'danger', icon: CircleAlert },
}
const order: readonly HealthState[] = ['error', 'warning', 'ok']

/** Each check with its state and, when something is wrong, the next step. Null: the server could not say it in time. */
export const HealthCard = ({ initial }: { initial: Health | null }) => {
  const t = useT()
  const feedback = useFeedback()
  const [health, setHealth] = useState(initial)
  const [busy, setBusy] = useState(false)
  const reload = async () => {
    setBusy(true)
    try {
      setHealth(await call(showHealth))
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
          <CheckRow key={check.id} check={check} />
        ))}
      </ul>
    </Card>
  )
}

/** Where the next step is taken. */
const pages: Partial<Record<string, { href: string; labelKey: string }>> = {
  queue: { href: '/admin/jobs', labelKey: 'admin:nav.jobs' },
  backup: { href: '/admin/settings/others', labelKey: 'admin:settings.group.backups' },
  mail: { href: '/admin/settings/environment', labelKey: 'admin:mailServer.title' },
}

// i18n-keys: admin:health.*.title, admin:health.*.text, admin:health.*.step
const CheckRow = ({ check: { id, state, outcome, values } }: { check: HealthCheck }) => {
  const t = useT()
  const { tone, icon } = appearance[state]
  const texts = useHealthValues(values)
  return (
    <li data-check={id} data-state={state} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
      <div className="min-w-0 grow basis-60">
        <h3 className="text-14 font-medium">{t(`admin:health.${id}.title`)}</h3>
        <p className="text-small text-pretty text-muted tabular-nums">
          {t(`admin:health.${id}.${outcome}.text`, texts)}
        </p>
        {state !== 'ok' && (
          <p className="mt-1 text-small text-pretty">
            {t(`admin:health.${id}.${outcome}.step`, texts)}{' '}
            {pages[id] && <a href={pages[id].href}>{t(pages[id].labelKey)}</a>}
          </p>
        )}
      </div>
      <Badge tone={tone} icon={icon}>
        {t(`admin:health.state.${state}`)}
      </Badge>
    </li>
  )
}
