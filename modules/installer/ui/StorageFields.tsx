import { type StorageDriver, s3ProviderOf, storageDrivers } from '../../platform/contract.ts'
import { Callout, Select, TextField, type TextFieldProps, useData, useT } from '../../web/ui.ts'
import { maxFieldLength, type WizardPage } from '../contract.ts'

/** Vendor → classes that show its fields while it is selected, without JavaScript. */
const shownWith: Partial<Record<StorageDriver, string>> = {
  s3: 'hidden group-has-[option[value=s3]:checked]/storage:block',
  storj: 'hidden group-has-[option[value=storj]:checked]/storage:block',
  spaces: 'hidden group-has-[option[value=spaces]:checked]/storage:block',
  wasabi: 'hidden group-has-[option[value=wasabi]:checked]/storage:block',
  backblaze: 'hidden group-has-[option[value=backblaze]:checked]/storage:block',
  oss: 'hidden group-has-[option[value=oss]:checked]/storage:block',
  other: 'hidden group-has-[option[value=other]:checked]/storage:block',
}

/** Choice of the store of files: a folder of this server, or a bucket of an object store. */
export const StorageFields = () => {
  const t = useT()
  const { values } = useData<WizardPage>()
  if (values.storage_fixed) return <Callout>{t('installer:wizard.environment.storageFixed')}</Callout>
  const labelOf = (driver: StorageDriver) => s3ProviderOf(driver)?.name ?? t(`platform:storage.driver.${driver}`)
  return (
    <div className="group/storage flex flex-col gap-5">
      <Select
        name="storage"
        label={t('platform:storage.driver.label')}
        defaultValue={values.storage}
        options={storageDrivers.map((value) => ({ value, label: labelOf(value) }))}
      />
      <p className="hidden text-14 break-words group-has-[option[value=local]:checked]/storage:block">
        {t('installer:wizard.environment.folder', { folder: values.data_dir ?? '' })}
      </p>
      <div className="flex flex-col gap-5 group-has-[option[value=local]:checked]/storage:hidden">
        <StorageField name="endpoint" className={shownWith.other} help={t('platform:storage.help.endpoint')} />
        <RegionFields />
        <StorageField name="bucket" help={t('platform:storage.help.bucket')} />
        <StorageField name="key" />
        <StorageField
          name="secret"
          type="password"
          help={values.secret_stored ? t('platform:storage.help.secret') : undefined}
        />
      </div>
    </div>
  )
}

// i18n-keys: platform:storage.field.*
const StorageField = ({ name, ...rest }: Pick<TextFieldProps, 'type' | 'help' | 'className'> & { name: string }) => {
  const t = useT()
  const { values, errors } = useData<WizardPage>()
  const error = errors[name]
  return (
    <TextField
      {...rest}
      name={name}
      autoComplete="off"
      maxLength={maxFieldLength}
      label={t(`platform:storage.field.${name}`)}
      error={error ? t(error) : undefined}
      defaultValue={rest.type === 'password' ? undefined : values[name]}
    />
  )
}

/** One list of regions per vendor; the list of the selected vendor is shown. */
const RegionFields = () => {
  const t = useT()
  const { values, errors } = useData<WizardPage>()
  return (
    <>
      {storageDrivers.map((driver) => {
        const provider = s3ProviderOf(driver)
        const name = `region_${driver}`
        const error = errors[name]
        return (
          provider && (
            <Select
              key={driver}
              name={name}
              className={shownWith[driver]}
              label={t('platform:storage.field.region')}
              error={error ? t(error) : undefined}
              defaultValue={values[name] ?? provider.regions[0]}
              options={provider.regions.map((value) => ({ value, label: value }))}
            />
          )
        )
      })}
      <StorageField name="region" className={shownWith.other} />
    </>
  )
}
