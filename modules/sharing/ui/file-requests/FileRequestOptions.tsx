import { Checkbox, Select, Switch, TextField, type Translate, useT } from '../../../web/ui.ts'
import { type FileRequestVisibility, maxRequestTitle } from '../../contract.ts'
import { acceptedTypes, type FileRequestValues } from './file-request-values.ts'

interface FileRequestOptionsProps {
  form: FileRequestValues
  set: (part: Partial<FileRequestValues>) => void
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes
/** Minutes after the deadline in which files are accepted, marked as late. */
const gracePeriods = [0, hourMinutes, dayMinutes, 3 * dayMinutes, 7 * dayMinutes] as const
const visibilities: readonly FileRequestVisibility[] = ['own', 'none', 'all']

/** How long files are accepted after the deadline. */
const GracePeriod = ({ form, set }: FileRequestOptionsProps) => {
  const t = useT()
  return (
    <Select
      label={t('sharing:requests.field.grace')}
      help={Number(form.grace) > 0 ? t('sharing:requests.field.graceHelp') : undefined}
      value={form.grace}
      onValue={(grace) => set({ grace })}
      options={[...new Set([...gracePeriods, Number(form.grace)])].map((minutes) => ({
        value: String(minutes),
        label: gracePeriodText(minutes, t),
      }))}
    />
  )
}

// i18n-keys: sharing:request.kind.*, sharing:requests.visibility.*, sharing:requests.visibilityHelp.*
/** Fields of the accepted files, and of what uploaders must enter, see and may do. */
export const FileRequestOptions = ({
  form,
  set,
  hasEnd,
  hasFolder,
}: FileRequestOptionsProps & {
  /** The request has a deadline. */
  hasEnd: boolean
  /** The folder exists since the first upload: it is renamed among the files, as any other. */
  hasFolder: boolean
}) => {
  const t = useT()
  return (
    <div className="flex flex-col gap-4">
      {hasEnd && <GracePeriod form={form} set={set} />}
      {!hasFolder && (
        <TextField
          label={t('sharing:requests.field.name')}
          help={t('sharing:requests.field.nameHelp')}
          value={form.name}
          onValue={(name) => set({ name })}
          maxLength={maxRequestTitle}
          autoComplete="off"
        />
      )}
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
        <legend className="mb-1.5 text-13 font-medium">{t('sharing:requests.field.acceptedTypes')}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {acceptedTypes.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`sharing:request.kind.${kind}`)}
              checked={form.accepted_types.includes(kind)}
              onValue={(on) =>
                set({
                  accepted_types: acceptedTypes.filter((other) =>
                    other === kind ? on : form.accepted_types.includes(other),
                  ),
                })
              }
            />
          ))}
        </div>
        {form.accepted_types.length === 0 && (
          <p role="alert" className="mt-1 text-small text-danger-text">
            {t('sharing:requests.noTypes')}
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
        onValue={(visibility) => set({ visibility: visibility as FileRequestVisibility })}
        options={visibilities.map((value) => ({ value, label: t(`sharing:requests.visibility.${value}`) }))}
      />
      <Switch
        label={t('sharing:requests.field.close')}
        checked={form.allow_uploader_close}
        onValue={(allow_uploader_close) => set({ allow_uploader_close })}
      />
    </div>
  )
}

const gracePeriodText = (minutes: number, t: Translate): string => {
  if (minutes === 0) return t('sharing:requests.grace.none')
  if (minutes % dayMinutes === 0) return t('sharing:requests.grace.days', { count: minutes / dayMinutes })
  if (minutes % hourMinutes === 0) return t('sharing:requests.grace.hours', { count: minutes / hourMinutes })
  return t('sharing:requests.grace.minutes', { count: minutes })
}
