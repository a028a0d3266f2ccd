import { useEffect, useState } from 'react'
import { Badge, Button, TextField, useT, useUnsavedInput } from '../../../web/ui.ts'
import type { SettingField } from '../../contract.ts'
import type { SaveSetting } from './save-setting.ts'

interface Props {
  field: SettingField
  label: string
  help: string
  error: string | undefined
  onSave: SaveSetting
}

/** A secret: the page only knows whether it is set. A new value replaces it. */
export const SecretSetting = ({ field, label, help, error, onSave }: Props) => {
  const t = useT()
  const [text, setText] = useState('')
  useUnsavedInput(() => (text === '' ? 'saved' : 'unsaved'))
  const [isSet, setIsSet] = useState(field.isSet)
  // Each reload brings a new field, also one that another setting has reset.
  useEffect(() => setIsSet(field.isSet), [field])
  const save = (value: string) =>
    onSave(value, {
      onSaved: () => {
        setText((current) => (current === value ? '' : current))
        setIsSet(value !== '')
      },
    })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        type="password"
        name={field.name}
        autoComplete="off"
        label={label}
        labelEnd={
          <Badge tone={isSet ? 'success' : 'neutral'}>
            {t(isSet ? 'admin:settings.set' : 'admin:settings.notSet')}
          </Badge>
        }
        help={help}
        error={error}
        value={text}
        onValue={setText}
        className="min-w-60 grow"
      />
      <Button disabled={text === ''} onClick={() => save(text)}>
        {t('admin:settings.replace')}
      </Button>
      {isSet && (
        <Button variant="quiet" onClick={() => save('')}>
          {t('admin:settings.remove')}
        </Button>
      )}
    </div>
  )
}
