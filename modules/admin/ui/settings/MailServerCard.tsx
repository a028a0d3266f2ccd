import { useState } from 'react'
import { mailServices } from '../../../platform/contract.ts'
import { useConfirmed } from '../../../users/ui.ts'
import {
  Button,
  Card,
  call,
  errorToast,
  reloadPage,
  Select,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { type ServerConfig, setMailServer, testEmail } from '../../contract.ts'
import { MailDriverForm, type MailService } from './MailDriverForm.tsx'

/** The mail server: tested by a real email before it is saved. MAIL_URL of the environment overrides it. */
export const MailServerCard = ({ config }: { config: ServerConfig }) => {
  const t = useT()
  const { user } = usePageContext()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const [driver, setDriver] = useState<MailService>('smtp')
  const save = async (body: Parameters<typeof call<typeof setMailServer>>[1]) => {
    const done = await confirmed(() => call(setMailServer, body))
    if (!done) return false
    feedback.toast({ kind: 'success', text: done.message })
    await reloadPage()
    return true
  }
  const orToast = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      feedback.toast(errorToast(error, t))
    }
  }
  const [testing, setTesting] = useState(false)
  const test = async () => {
    setTesting(true)
    await orToast(async () => feedback.toast({ kind: 'success', text: (await call(testEmail)).message }))
    setTesting(false)
  }
  const [removing, setRemoving] = useState(false)
  const remove = async () => {
    const sure = await feedback.confirm({
      title: t('admin:mailServer.remove'),
      body: t('admin:mailServer.removeBody'),
      confirmLabel: t('admin:mailServer.remove'),
      danger: true,
    })
    if (!sure) return
    setRemoving(true)
    await orToast(() => save({ body: { mailDriver: 'log' } }))
    setRemoving(false)
  }
  const overridden = config.environment.MAIL_URL
  const server = overridden ?? config.mailServer
  return (
    <Card
      id="mail"
      title={t('admin:mailServer.title')}
      text={
        overridden
          ? t('admin:mailServer.overridden', { name: 'MAIL_URL', url: overridden })
          : server
            ? t('admin:mailServer.current', { url: server })
            : t('admin:mailServer.none')
      }
      actions={
        server && (
          <Button loading={testing} onClick={() => void test()}>
            {t('admin:mailServer.test', { email: user?.email ?? '' })}
          </Button>
        )
      }
    >
      {!overridden && (
        <div className="flex flex-col gap-4">
          <Select
            label={t('admin:mailServer.driver.label')}
            value={driver}
            options={mailServices.map((value) => ({ value, label: t(`admin:mailServer.driver.${value}`) }))}
            onValue={(value) => setDriver(mailServices.find((name) => name === value) ?? 'smtp')}
          />
          <MailDriverForm key={driver} driver={driver} onSave={(body) => save({ body })}>
            {server && (
              <Button loading={removing} onClick={() => void remove()}>
                {t('admin:mailServer.remove')}
              </Button>
            )}
          </MailDriverForm>
        </div>
      )}
    </Card>
  )
}
