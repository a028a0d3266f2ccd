import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Autosave, createAutosave, SaveStatus, useConfirmed } from '../../../users/ui.ts'
import { Card, useData, usePageContext, useT } from '../../../web/ui.ts'
import { saveSettings } from '../../client/settings.ts'
import type { SettingGroups } from '../../contract.ts'
import { SettingControl } from './SettingControl.tsx'

/** A page of settings, made from their definitions. Each saves itself. */
export const SettingsPage = () => {
  const t = useT()
  const { urlPathname } = usePageContext()
  const { groups } = useData<SettingGroups>()
  const confirmed = useConfirmed()
  const [autosave] = useState(() =>
    createAutosave({
      save: async (values) => {
        const saved = await confirmed(() => saveSettings(values).then(() => true))
        if (!saved) throw new Error('the password was not confirmed')
      },
    }),
  )
  const tab = urlPathname.split('/').at(-1)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-28 font-bold outline-none">{t(`admin:settings.tab.${tab}`)}</h1>
        <SaveStatus autosave={autosave} />
      </div>
      {groups.map((group) => (
        <GroupCard key={group.id} group={group} autosave={autosave} />
      ))}
    </>
  )
}

const GroupCard = ({ group, autosave }: { group: SettingGroups['groups'][number]; autosave: Autosave }) => {
  const t = useT()
  const { errors } = useSnapshot(autosave.state)
  return (
    <Card title={t(`admin:settings.group.${group.id}`)}>
      <div className="flex flex-col gap-5">
        {group.fields.map((field) => (
          <SettingControl
            key={field.name}
            field={field}
            error={errors[field.name]}
            onSave={(value) => {
              autosave.set(field.name, value)
              void autosave.flush()
            }}
          />
        ))}
      </div>
    </Card>
  )
}
