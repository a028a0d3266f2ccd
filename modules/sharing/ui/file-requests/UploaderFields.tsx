import { useState } from 'react'
import { maxEmailLength } from '../../../shared/contract.ts'
import { TextField, useT } from '../../../web/ui.ts'
import type { UploaderInput } from '../../client/file-request.api.ts'
import { maxUploaderName, type PublicFileRequest } from '../../contract.ts'

interface UploaderFieldsProps {
  fileRequest: PublicFileRequest
  problems: { name?: string; email?: string }
  /** Called with the field that has changed. */
  onChange: (part: UploaderInput) => void
  onLeave: () => void
}

/** Labels of the uploader's fields, which say whether a field is optional. */
export const useFieldLabel = () => {
  const t = useT()
  return (key: 'name' | 'email', isRequired: boolean): string =>
    // i18n-keys: sharing:request.fields.name, sharing:request.fields.email
    isRequired
      ? t(`sharing:request.fields.${key}`)
      : t('sharing:request.fields.optional', { label: t(`sharing:request.fields.${key}`) })
}

/** Name and email of the uploader, optional unless the owner requires them. */
export const UploaderFields = ({ fileRequest, problems, onChange, onLeave }: UploaderFieldsProps) => {
  const t = useT()
  const { uploader } = fileRequest.relationships
  const { require_name, require_email } = fileRequest.attributes
  const [typed, setTyped] = useState<UploaderInput>({})
  const change = (part: UploaderInput) => {
    setTyped((now) => ({ ...now, ...part }))
    onChange(part)
  }
  const label = useFieldLabel()
  return (
    <div className="mb-5 grid noscript:hidden gap-4 sm:grid-cols-2">
      <TextField
        name="uploader-name"
        label={label('name', require_name)}
        value={typed.name ?? uploader?.name ?? ''}
        onValue={(name) => change({ name })}
        onBlur={onLeave}
        autoComplete="name"
        maxLength={maxUploaderName}
        required={require_name}
        error={problems.name}
      />
      <TextField
        name="uploader-email"
        type="email"
        label={label('email', require_email)}
        help={t('sharing:request.fields.receipt')}
        value={typed.email ?? uploader?.email ?? ''}
        onValue={(email) => change({ email })}
        onBlur={onLeave}
        autoComplete="email"
        maxLength={maxEmailLength}
        required={require_email}
        error={problems.email}
      />
    </div>
  )
}
