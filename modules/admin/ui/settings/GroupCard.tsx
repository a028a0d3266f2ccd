import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { Autosave } from '../../../users/ui.ts'
import { Card, useT } from '../../../web/ui.ts'
import type { SettingGroups } from '../../contract.ts'
import { EngineSetting } from './EngineSetting.tsx'
import { SettingControl } from './SettingControl.tsx'
import type { SaveOptions } from './save-setting.ts'

interface Props {
  group: SettingGroups['groups'][number]
  autosave: Autosave
  /** In the header of the card. */
  actions?: ReactNode
  /** Below the settings. */
  children?: ReactNode
}

/** A card of settings that save themselves. */
export const GroupCard = ({ group, autosave, actions, children }: Props) => {
  const t = useT()
  const { errors } = useSnapshot(autosave.state)
  return (
    <Card id={group.id} title={t(`admin:settings.group.${group.id}`)} actions={actions}>
      <div className="flex flex-col gap-5">
        {group.fields.map((field) => {
          const Control = field.name === 'subscription_type' ? EngineSetting : SettingControl
          return (
            <Control
              key={field.name}
              field={field}
              error={errors[field.name]}
              onSave={(value: string, { onSaved, soon }: SaveOptions = {}) => {
                autosave.set(field.name, value, onSaved)
                if (!soon) void autosave.flush()
              }}
            />
          )
        })}
        {children}
      </div>
    </Card>
  )
}
