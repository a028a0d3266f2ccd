import { Button, Callout, CopyButton, PlainHeading, TextField, useT } from '../../web/ui.ts'
import { maxFieldLength } from '../contract.ts'

/**
 * Asks for the setup token, and shows the command that sets up an instance without the wizard. It wraps, so that all of
 * it can be read.
 */
export const InstallPage = ({ isRejected, command }: { isRejected: boolean; command: string }) => {
  const t = useT()
  return (
    <>
      <PlainHeading title={t('installer:install.title')} text={t('installer:install.text')} />
      <form method="post" action="/api/setup/token" className="flex flex-col gap-5">
        <TextField
          name="token"
          autoComplete="off"
          required
          maxLength={maxFieldLength}
          label={t('installer:field.token.label')}
          help={t('installer:field.token.help')}
          error={isRejected ? t('installer:error.setup-token-invalid') : undefined}
        />
        <Button type="submit" variant="solid" size="lg" wide>
          {t('installer:install.submit')}
        </Button>
      </form>
      <Callout className="mt-8" title={t('installer:install.command')}>
        <pre dir="ltr" className="my-2 text-14 break-words whitespace-pre-wrap">
          <code>{command}</code>
        </pre>
        <CopyButton className="noscript:hidden" text={command}>
          {t('installer:install.copy')}
        </CopyButton>
      </Callout>
    </>
  )
}
