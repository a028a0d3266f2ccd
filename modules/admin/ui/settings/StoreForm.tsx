import { useState } from 'react'
import { type StorageDriver, s3ProviderOf, storageDrivers } from '../../../platform/contract.ts'
import type { BodyOf } from '../../../shared/contract.ts'
import { FormError, requiredCheck, useForm } from '../../../users/ui.ts'
import { Button, Callout, CopyField, Select, TextField, useT } from '../../../web/ui.ts'
import { maxStoreLengths, type StoreDetails, type setStore } from '../../contract.ts'

type Body = BodyOf<typeof setStore>

const fields = ['endpoint', 'region', 'bucket', 'key', 'secret'] as const
const fieldsOf = (driver: StorageDriver) =>
  driver === 'local' ? [] : fields.filter((name) => name !== 'endpoint' || driver === 'other')

interface Props {
  store: StoreDetails
  /** Resolves with false when the person has cancelled. */
  onSave: (body: Body) => Promise<boolean>
}

/** The choice of a store. */
export const StoreForm = ({ store, onSave }: Props) => {
  const t = useT()
  const [driver, setDriver] = useState(store.driver)
  const labelOf = (value: StorageDriver) => s3ProviderOf(value)?.name ?? t(`platform:storage.driver.${value}`)
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t('platform:storage.driver.label')}
        value={driver}
        options={storageDrivers.map((value) => ({ value, label: labelOf(value) }))}
        onValue={(value) => setDriver(storageDrivers.find((name) => name === value) ?? 'local')}
      />
      {(driver !== 'local' || store.driver !== 'local') && (
        <DriverFields key={driver} driver={driver} store={store} onSave={onSave} />
      )}
    </div>
  )
}

// i18n-keys: platform:storage.field.*
const DriverFields = ({ driver, store, onSave }: Props & { driver: StorageDriver }) => {
  const t = useT()
  const provider = s3ProviderOf(driver)
  const names = fieldsOf(driver)
  const present: Partial<StoreDetails> = driver === store.driver ? store : {}
  const [region, setRegion] = useState(present.region ?? provider?.regions[0] ?? '')
  const checks = Object.fromEntries(names.map((name) => [name, requiredCheck]))
  const form = useForm(checks, (values) =>
    onSave({
      storage: { driver, s3: Object.fromEntries(names.map((name) => [name, values[name]?.trim()])) },
    }),
  )
  const help = { endpoint: t('platform:storage.help.endpoint'), bucket: t('platform:storage.help.bucket') }
  const command = form.formError?.body.command
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {provider && (
          <Select
            name="region"
            label={t('platform:storage.field.region')}
            error={form.errors.region}
            value={region}
            onValue={setRegion}
            options={provider.regions.map((value) => ({ value, label: value }))}
          />
        )}
        {provider && (
          <TextField label={t('platform:storage.field.endpoint')} disabled value={provider.endpoint(region)} />
        )}
        {names
          .filter((name) => !(provider && name === 'region'))
          .map((name) => (
            <TextField
              key={name}
              name={name}
              type={name === 'secret' ? 'password' : 'text'}
              autoComplete="off"
              required
              maxLength={maxStoreLengths[name]}
              defaultValue={name === 'key' || name === 'secret' ? undefined : (present[name] ?? '')}
              label={t(`platform:storage.field.${name}`)}
              help={name === 'endpoint' || name === 'bucket' ? help[name] : undefined}
              error={form.errors[name]}
            />
          ))}
      </div>
      {typeof command === 'string' ? (
        <Callout tone="info" role="alert">
          <p className="mb-3">{t('admin:store.inUse')}</p>
          <CopyField label={t('admin:store.command')} value={command} />
        </Callout>
      ) : (
        <FormError error={form.formError} />
      )}
      <div>
        <Button type="submit" variant="solid" loading={form.busy}>
          {t('admin:mailServer.save')}
        </Button>
      </div>
    </form>
  )
}
