import { SaveStatus } from '../../../users/ui.ts'
import { CopyField, reloadPage, useData, usePageContext, useT } from '../../../web/ui.ts'
import { resettingSettings, type SettingGroups, type SignInSettings } from '../../contract.ts'
import { CacheCard } from './CacheCard.tsx'
import { GroupCard } from './GroupCard.tsx'
import { useSettingsAutosave } from './useSettingsAutosave.ts'

/** A page of settings, rendered from their definitions. Each setting saves itself. */
export const SettingsPage = () => {
  const t = useT()
  const { urlPathname } = usePageContext()
  const { groups, callbacks = {} } = useData<SettingGroups & Partial<SignInSettings>>()
  // Reload: the navigation depends on the engine of billing, and a new issuer has reset the client secret.
  const autosave = useSettingsAutosave(async (saved) => {
    if (['subscription_type', ...resettingSettings].some((name) => name in saved)) await reloadPage()
  })
  const tab = urlPathname.split('/').at(-1)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-28 font-bold outline-none">{t(`admin:settings.tab.${tab}`)}</h1>
        <SaveStatus autosave={autosave} />
      </div>
      {groups.map((group) => (
        <GroupCard key={group.id} group={group} autosave={autosave}>
          {callbacks[group.id] && (
            <CopyField
              label={t('admin:settings.callback')}
              help={t('admin:settings.callbackHelp')}
              value={callbacks[group.id] ?? ''}
            />
          )}
        </GroupCard>
      ))}
      {tab === 'others' && <CacheCard />}
    </>
  )
}
