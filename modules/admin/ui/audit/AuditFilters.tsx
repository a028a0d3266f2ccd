import { X } from 'lucide-react'
import { navigate } from 'vike/client/router'
import { maxEmailLength } from '../../../shared/contract.ts'
import { Button, LinkButton, Select, TextField, useT, useZone } from '../../../web/ui.ts'
import { auditHref } from '../../client/audit-query.ts'
import type { AuditQuery } from '../../contract.ts'

/** Beginnings of actions, as the log names them. */
const actions = [
  'users.sign-in',
  'users',
  'admin',
  'sharing',
  'teams',
  'users.deletion',
  'users.role',
  'users.suspended',
  'billing',
  'storage',
  'platform',
] as const

export const AuditFilters = ({ query }: { query: AuditQuery }) => {
  const t = useT()
  const zone = useZone()
  const apply = (form: HTMLFormElement) => {
    const filters = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value) || undefined]),
    )
    const zoned = filters.from || filters.until ? {} : { zone: undefined }
    void navigate(auditHref({ actor: query.actor, target: query.target, ...filters, ...zoned }))
  }
  const person = query.actor ?? query.target ?? query.person
  return (
    <form
      className="flex flex-wrap items-end gap-2 border-b border-line p-3 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      <Select
        name="action"
        label={t('admin:audit.column.action')}
        defaultValue={query.action ?? ''}
        options={[
          { value: '', label: t('admin:audit.allActions') },
          ...actions.map((value) => ({ value, label: t(`admin:audit.filter.${value.replaceAll('.', '_')}`) })),
          ...(query.action && !actions.some((action) => action === query.action)
            ? [{ value: query.action, label: query.action }]
            : []),
        ]}
        className="min-w-44 grow sm:grow-0"
      />
      <TextField
        name="person"
        type="email"
        autoComplete="off"
        maxLength={maxEmailLength}
        label={t('admin:audit.person')}
        defaultValue={query.person ?? ''}
        className="min-w-56 grow"
      />
      <TextField name="from" type="date" label={t('admin:audit.from')} defaultValue={query.from ?? ''} />
      <TextField name="until" type="date" label={t('admin:audit.until')} defaultValue={query.until ?? ''} />
      {/* The log shows its times there. */}
      <input type="hidden" name="zone" value={zone} />
      <Button type="submit">{t('admin:audit.apply')}</Button>
      {person && (
        <LinkButton
          href={auditHref({ ...query, actor: undefined, target: undefined, person: undefined })}
          icon={X}
          variant="quiet"
        >
          {t('admin:audit.everybody')}
        </LinkButton>
      )}
    </form>
  )
}
