import { CopyButton, PlainHeading, useT } from '../../web/ui.ts'

const command = 'npm run setup -- --admin-email you@example.com --admin-password "a long password"'

/** Shows the command that sets up a new instance. It wraps, so that all of it can be read before it is run. */
export const SetupNeeded = () => {
  const t = useT()
  return (
    <>
      <PlainHeading title={t('installer:page.setup.title')} text={t('installer:page.setup.text')} />
      <figure className="flex flex-col gap-3">
        <figcaption className="text-14 font-semibold">{t('installer:page.setup.command')}</figcaption>
        <pre dir="ltr" className="rounded-lg border border-line bg-surface p-4 text-14 break-words whitespace-pre-wrap">
          <code>{command}</code>
        </pre>
        <CopyButton text={command} variant="solid" size="lg">
          {t('installer:page.setup.copy')}
        </CopyButton>
      </figure>
      <p className="mt-6 text-14 text-pretty text-muted">{t('installer:page.setup.after')}</p>
    </>
  )
}
