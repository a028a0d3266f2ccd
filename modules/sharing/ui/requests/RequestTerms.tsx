import { Checkbox, Select, Switch, TextField, type Translate, useT } from '../../../web/ui.ts'
import type { RequestVisibility } from '../../contract.ts'
import { type RequestForm, wantedKinds } from './request-form.ts'

interface TermsProps {
  form: RequestForm
  set: (part: Partial<RequestForm>) => void
}

const hour = 60
/** Minutes after the deadline in which files still come in, marked as late. */
const graces = [0, hour, 24 * hour, 3 * 24 * hour, 7 * 24 * hour] as const
const visibilities: readonly RequestVisibility[] = ['own', 'none', 'all']

/** How long files are still taken when the deadline is over. */
export const Grace = ({ form, set }: TermsProps) => {
  const t = useT()
  return (
    <Select
      label={t('sharing:requests.field.grace')}
      help={t('sharing:requests.field.graceHelp')}
      value={form.grace}
      onValue={(grace) => set({ grace })}
      options={[...new Set([...graces, Number(form.grace)])].map((minutes) => ({
        value: String(minutes),
        label: graceText(minutes, t),
      }))}
    />
  )
}

// i18n-keys: sharing:request.kind.*, sharing:requests.visibility.*, sharing:requests.visibilityHelp.*
/** What is taken, from whom, and what those who send may see and do. */
export const RequestTerms = ({ form, set }: TermsProps) => {
  const t = useT()
  return (
    <>
      <TextField
        label={t('sharing:requests.field.name')}
        help={t('sharing:requests.field.nameHelp')}
        value={form.name}
        onValue={(name) => set({ name })}
        maxLength={200}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="number"
          min={0}
          step="any"
          label={t('sharing:requests.field.size')}
          value={form.size}
          onValue={(size) => set({ size })}
        />
        <TextField
          type="number"
          min={0}
          label={t('sharing:requests.field.files')}
          value={form.files}
          onValue={(files) => set({ files })}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 text-13 font-medium">{t('sharing:requests.field.kinds')}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {wantedKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`sharing:request.kind.${kind}`)}
              checked={form.kinds.includes(kind)}
              onValue={(on) =>
                set({ kinds: wantedKinds.filter((one) => (one === kind ? on : form.kinds.includes(one))) })
              }
            />
          ))}
        </div>
        {form.kinds.length === 0 && (
          <p role="alert" className="mt-1 text-small text-danger-text">
            {t('sharing:requests.noKinds')}
          </p>
        )}
      </fieldset>
      <Switch
        label={t('sharing:requests.field.requireName')}
        checked={form.require_name}
        onValue={(require_name) => set({ require_name })}
      />
      <Switch
        label={t('sharing:requests.field.requireEmail')}
        checked={form.require_email}
        onValue={(require_email) => set({ require_email })}
      />
      <Switch
        label={t('sharing:requests.field.folders')}
        checked={form.folder_per_uploader}
        onValue={(folder_per_uploader) => set({ folder_per_uploader })}
      />
      <Select
        label={t('sharing:requests.field.visibility')}
        help={t(`sharing:requests.visibilityHelp.${form.visibility}`)}
        value={form.visibility}
        onValue={(visibility) => set({ visibility: visibility as RequestVisibility })}
        options={visibilities.map((value) => ({ value, label: t(`sharing:requests.visibility.${value}`) }))}
      />
      <Switch
        label={t('sharing:requests.field.close')}
        checked={form.guests_may_close}
        onValue={(guests_may_close) => set({ guests_may_close })}
      />
    </>
  )
}

const graceText = (minutes: number, t: Translate): string => {
  if (minutes === 0) return t('sharing:requests.grace.none')
  if (minutes % (24 * hour) === 0) return t('sharing:requests.grace.days', { count: minutes / (24 * hour) })
  if (minutes % hour === 0) return t('sharing:requests.grace.hours', { count: minutes / hour })
  return t('sharing:requests.grace.minutes', { count: minutes })
}
