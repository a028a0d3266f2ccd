import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { Badge, type IconType, type Tone, useSentenceSpace, useT } from '../../../web/ui.ts'
import { type HealthCheck, type HealthState, startableChecks } from '../../contract.ts'
import { StartJobButton } from './StartJobButton.tsx'
import { useHealthValues } from './useHealthValues.ts'

const appearance: Record<HealthState, { tone: Tone; icon: IconType }> = {
  ok: { tone: 'success', icon: CircleCheck },
  warning: { tone: 'warning', icon: TriangleAlert },
  error: { tone: 'danger', icon: CircleAlert },
}
/** Page of the next step. */
const pages: Partial<Record<string, { href: string; labelKey: string }>> = {
  queue: { href: '/admin/jobs', labelKey: 'admin:nav.jobs' },
  backup: { href: '/admin/settings/others#backups', labelKey: 'admin:settings.group.backups' },
  payments: { href: '/admin/payments/payments', labelKey: 'admin:settings.group.payments' },
  mail: { href: '/admin/settings/environment#mail', labelKey: 'admin:mailServer.title' },
}

interface Props {
  check: HealthCheck
  /** True while the check's job runs or waits. */
  isActive: boolean
  onStarted(): Promise<void>
}

// i18n-keys: admin:health.*.title, admin:health.*.text, admin:health.*.step
/** A check with its state; a backup and a check of files can be started here. */
export const CheckRow = ({ check: { id, state, outcome, values }, isActive, onStarted }: Props) => {
  const t = useT()
  const space = useSentenceSpace()
  const { tone, icon } = appearance[state]
  const texts = useHealthValues(values)
  const startable = startableChecks.find((job) => job === id)
  return (
    <li data-check={id} data-state={state} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
      <div className="min-w-0 grow basis-60">
        <h3 className="text-14 font-medium">{t(`admin:health.${id}.title`)}</h3>
        <p className="text-small text-pretty text-muted tabular-nums">
          {t(`admin:health.${id}.${outcome}.text`, texts)}
        </p>
        {state !== 'ok' && (
          <p className="mt-1 text-small text-pretty">
            {t(`admin:health.${id}.${outcome}.step`, texts)}
            {space}
            {pages[id] && (
              <a className="link" href={pages[id].href}>
                {t(pages[id].labelKey)}
              </a>
            )}
          </p>
        )}
      </div>
      {startable && <StartJobButton job={startable} isActive={isActive} onStarted={onStarted} />}
      <Badge tone={tone} icon={icon}>
        {t(`admin:health.state.${state}`)}
      </Badge>
    </li>
  )
}
