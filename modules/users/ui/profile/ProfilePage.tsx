import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  Card,
  CookieSettings,
  call,
  LegalLinks,
  reloadPage,
  SearchSelect,
  Select,
  TextField,
  useData,
  useLanguage,
  useLanguageItems,
  useT,
} from '../../../web/ui.ts'
import { createAutosave } from '../../client/autosave.store.ts'
import { timezoneOptions } from '../../client/timezones.ts'
import { maxNameLength, type Profile, updateUserSettings } from '../../contract.ts'
import { SaveStatus } from '../settings/SaveStatus.tsx'
import { SettingsHeading } from '../settings/SettingsHeading.tsx'
import { AddressCard, type SettingsCardProps } from './AddressCard.tsx'
import { AppearanceCard } from './AppearanceCard.tsx'
import { AvatarField } from './AvatarField.tsx'
import { DeletionCard, DeletionNotice } from './DeletionCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { ExportCard } from './ExportCard.tsx'

const saveSettings = (values: Record<string, string>) =>
  call(updateUserSettings, { body: { ...values, force: true }, keepalive: true })

/** `/user/profile`: picture, name, email, address, region and appearance. Fields save themselves. */
export const ProfilePage = () => {
  const t = useT()
  const { settings, email, deletion_at, export: dataExport } = useData<Profile>()
  const [autosave] = useState(() => createAutosave({ save: saveSettings }))
  const [earlierDeletion] = useState(deletion_at)
  const card = { settings: settings.data.attributes, autosave }
  return (
    <div className="flex flex-col gap-6">
      <SettingsHeading title={t('users:profile.title')}>
        <SaveStatus autosave={autosave} />
      </SettingsHeading>
      {/* The email about it leads here to cancel it. */}
      {deletion_at && <DeletionNotice deletionAt={deletion_at} isNew={deletion_at !== earlierDeletion} />}
      <NameCard {...card} />
      <EmailCard {...email} />
      <RegionCard {...card} />
      <AddressCard {...card} />
      <AppearanceCard />
      <ExportCard dataExport={dataExport} />
      {!deletion_at && <DeletionCard />}
      <div className="-mx-3 flex flex-wrap items-center">
        <LegalLinks />
        <CookieSettings />
      </div>
    </div>
  )
}

const NameCard = ({ settings, autosave }: SettingsCardProps) => {
  const t = useT()
  const { errors } = useSnapshot(autosave.state)
  const [blank, setBlank] = useState(false)
  const name = useRef({ isSaved: false, isLeft: true })
  /** Every page shows the name: it is reloaded after its fields have lost the focus and are saved. */
  const showName = async () => {
    await autosave.flush()
    if (!name.current.isSaved || !name.current.isLeft) return
    name.current.isSaved = false
    await reloadPage()
  }
  const set = (field: string, value: string) => {
    name.current.isLeft = false
    autosave.set(field, value, () => {
      name.current.isSaved = true
      // By a retry.
      void showName()
    })
  }
  const leave = () => {
    name.current.isLeft = true
    void showName()
  }
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <AvatarField />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="first_name"
            autoComplete="given-name"
            required
            maxLength={maxNameLength}
            defaultValue={settings.first_name ?? ''}
            label={t('users:profile.firstName')}
            error={blank ? t('users:page.field.required') : errors.first_name}
            onValue={(value) => {
              setBlank(value.trim() === '')
              // An account needs a name: of a name that is being emptied, its last letter would stay.
              set('first_name', value.trim() === '' ? (settings.first_name ?? '') : value)
            }}
            onBlur={leave}
          />
          <TextField
            name="last_name"
            autoComplete="family-name"
            maxLength={maxNameLength}
            defaultValue={settings.last_name ?? ''}
            label={t('users:profile.lastName')}
            error={errors.last_name}
            onValue={(value) => set('last_name', value)}
            onBlur={leave}
          />
        </div>
      </div>
    </Card>
  )
}

const RegionCard = ({ settings, autosave }: SettingsCardProps) => {
  const t = useT()
  const { errors } = useSnapshot(autosave.state)
  const [locale, setLocale] = useLanguage()
  const languages = useLanguageItems()
  const [timezone, setTimezone] = useState(settings.timezone)
  return (
    <Card id="region" title={t('users:profile.region.title')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('web:shell.language')}
          options={languages.map(({ id, label }) => ({ value: id, label }))}
          value={locale}
          onValue={(value) => void setLocale(value)}
        />
        <SearchSelect
          label={t('users:profile.region.timezone')}
          options={[{ value: '', label: t('users:profile.region.automatic') }, ...timezoneOptions(timezone)]}
          value={timezone ?? ''}
          error={errors.timezone}
          onValue={(value) => {
            setTimezone(value)
            autosave.set('timezone', value)
          }}
        />
      </div>
    </Card>
  )
}
