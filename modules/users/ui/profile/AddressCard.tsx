import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Card, SearchSelect, TextField, usePageContext, useT } from '../../../web/ui.ts'
import type { Autosave } from '../../client/autosave.store.ts'
import { countryOptions } from '../../client/countries.ts'
import type { Profile } from '../../contract.ts'

type Settings = Profile['settings']['data']['attributes']
export type SettingsCardProps = { settings: Settings; autosave: Autosave }

const fields = [
  { name: 'address', autoComplete: 'street-address', wide: true },
  { name: 'postal_code', autoComplete: 'postal-code', wide: false },
  { name: 'city', autoComplete: 'address-level2', wide: false },
  { name: 'state', autoComplete: 'address-level1', wide: false },
] as const

/** Where invoices go. */
export const AddressCard = ({ settings, autosave }: SettingsCardProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const { errors } = useSnapshot(autosave.state)
  const [country, setCountry] = useState(settings.country)
  return (
    <Card id="address" title={t('users:profile.address.title')} text={t('users:profile.address.text')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, autoComplete, wide }) => (
          <TextField
            key={name}
            name={name}
            autoComplete={autoComplete}
            defaultValue={settings[name] ?? ''}
            label={t(`users:profile.address.${name}`)}
            error={errors[name]}
            onValue={(value) => autosave.set(name, value)}
            className={wide ? 'sm:col-span-2' : undefined}
          />
        ))}
        <SearchSelect
          label={t('users:profile.address.country')}
          options={[{ value: '', label: t('users:profile.address.noCountry') }, ...countryOptions(locale)]}
          value={country ?? ''}
          error={errors.country}
          onValue={(value) => {
            setCountry(value)
            autosave.set('country', value)
          }}
        />
        <TextField
          name="phone_number"
          type="tel"
          autoComplete="tel"
          defaultValue={settings.phone_number ?? ''}
          label={t('users:profile.address.phone_number')}
          error={errors.phone_number}
          onValue={(value) => autosave.set('phone_number', value)}
          className="sm:col-start-1"
        />
        <TextField
          name="vat_number"
          defaultValue={settings.vat_number ?? ''}
          label={t('users:profile.address.vat_number')}
          error={errors.vat_number}
          onValue={(value) => autosave.set('vat_number', value)}
        />
      </div>
    </Card>
  )
}
