import { useState } from 'react'
import { TextField, useT } from '../../../web/ui.ts'
import type { PublicFileRequest } from '../../contract.ts'

interface UploaderFieldsProps {
  fileRequest: PublicFileRequest
  problems: { name?: string; email?: string }
  onChange: (who: { name: string; email: string }) => void
}

/** UploaderFields sends: asked for where the owner wants to know, offered otherwise. */
export const UploaderFields = ({ fileRequest, problems, onChange }: UploaderFieldsProps) => {
  const t = useT()
  const { uploader } = fileRequest.relationships
  const { require_name, require_email } = fileRequest.attributes
  const [who, setWho] = useState({ name: uploader?.name ?? '', email: uploader?.email ?? '' })
  const change = (part: Partial<typeof who>) => {
    const next = { ...who, ...part }
    setWho(next)
    onChange(next)
  }
  const label = (key: string, needed: boolean) =>
    // i18n-keys: sharing:request.who.name, sharing:request.who.email
    needed
      ? t(`sharing:request.who.${key}`)
      : t('sharing:request.who.optional', { label: t(`sharing:request.who.${key}`) })
  return (
    <div className="mb-5 grid noscript:hidden gap-4 sm:grid-cols-2">
      <TextField
        name="uploader-name"
        label={label('name', require_name)}
        value={who.name}
        onValue={(name) => change({ name })}
        autoComplete="name"
        maxLength={120}
        required={require_name}
        error={problems.name}
      />
      <TextField
        name="uploader-email"
        type="email"
        label={label('email', require_email)}
        help={t('sharing:request.who.receipt')}
        value={who.email}
        onValue={(email) => change({ email })}
        autoComplete="email"
        maxLength={254}
        required={require_email}
        error={problems.email}
      />
    </div>
  )
}
