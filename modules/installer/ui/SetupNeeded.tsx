import { CopyField, PlainHeading, useT } from '../../web/ui.ts'

const command = 'npm run setup -- --admin-email you@example.com --admin-password "a long password"'

/** A fresh instance: what to run to make it one's own. */
export const SetupNeeded = () => {
  const t = useT()
  return (
    <>
      <PlainHeading title={t('installer:page.setup.title')} text={t('installer:page.setup.text')} />
      <CopyField label={t('installer:page.setup.command')} value={command} />
      <p className="mt-6 text-14 text-muted">{t('installer:page.setup.after')}</p>
    </>
  )
}
