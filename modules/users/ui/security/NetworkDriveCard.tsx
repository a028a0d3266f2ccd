import type { ReactNode } from 'react'
import { Card, CopyField, usePageContext, useT } from '../../../web/ui.ts'

const Steps = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <details className="border-t border-line">
    <summary className="cursor-pointer px-4 py-3 font-medium sm:px-6">{title}</summary>
    <div className="flex flex-col gap-2 px-4 pb-4 text-small text-pretty text-muted sm:px-6">
      <p>{text}</p>
      {children}
    </div>
  </details>
)

/** Address and sign-in of the network drive, and how each system connects to it. Works without scripts. */
export const NetworkDriveCard = ({ url }: { url: string }) => {
  const t = useT()
  const { user } = usePageContext()
  const email = user?.email ?? ''
  const command = `rclone config create coffer webdav url=${url} vendor=owncloud user=${email} pass=TOKEN --obscure`
  return (
    <Card id="network-drive" title={t('users:security.drive.title')} text={t('users:security.drive.text')} flush>
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
        <CopyField label={t('users:security.drive.address')} value={url} />
        <CopyField label={t('users:security.drive.user')} value={email} />
        <p className="text-small text-pretty text-muted">{t('users:security.drive.password')}</p>
      </div>
      <Steps title="Windows" text={t('users:security.drive.steps.windows')} />
      <Steps title="macOS" text={t('users:security.drive.steps.macos')} />
      <Steps title="Linux" text={t('users:security.drive.steps.linux')} />
      <Steps title="rclone" text={t('users:security.drive.steps.rclone')}>
        <code dir="ltr" className="rounded-md bg-sunken px-3 py-2 text-start break-words text-text">
          {command}
        </code>
      </Steps>
      <Steps title={t('users:security.drive.phones')} text={t('users:security.drive.steps.phone')} />
    </Card>
  )
}
