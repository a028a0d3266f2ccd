import { Badge, Callout, Card, useData, useT } from '../../web/ui.ts'
import type { StatusRow, WizardPage } from '../contract.ts'
import { WizardForm } from './WizardForm.tsx'

/** Requirements of the instance, each with its remedy. The wizard continues once all are met. */
export const StatusCheckPage = () => {
  const t = useT()
  const { rows } = useData<WizardPage & { rows: StatusRow[] }>()
  const isReady = rows.every(({ isOk, isRequired }) => isOk || !isRequired)
  return (
    <WizardForm action="/api/setup/status" name="status" isReady={isReady}>
      <Card flush>
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      </Card>
      {!isReady && (
        <Callout
          tone="danger"
          role="alert"
          actions={
            <a href="/setup-wizard/status-check" className="link">
              {t('installer:wizard.status.again')}
            </a>
          }
        >
          {t('installer:wizard.status.blocked')}
        </Callout>
      )}
    </WizardForm>
  )
}

// i18n-keys: installer:status.*.title, installer:status.*.step
const Row = ({ row: { id, isOk, isRequired, value } }: { row: StatusRow }) => {
  const t = useT()
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3" data-check={id} data-ok={isOk}>
      <div className="min-w-0 grow basis-40">
        <h2 className="text-14 font-medium">{t(`installer:status.${id}.title`)}</h2>
        {value && <p className="text-small break-words text-muted">{value}</p>}
        {!isOk && <p className="mt-1 text-small text-pretty">{t(`installer:status.${id}.step`)}</p>}
      </div>
      <Badge tone={isOk ? 'success' : isRequired ? 'danger' : 'warning'}>
        {t(isOk ? 'installer:status.ok' : 'installer:status.failed')}
      </Badge>
    </li>
  )
}
