import { Button, CallError, Callout, Card, call, useData, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { testWebsocket } from '../../client/test-websocket.ts'
import { type ServerFacts, testEmail } from '../../contract.ts'
import { ActionRow } from '../ActionRow.tsx'
import { AdminHeading } from '../AdminHeading.tsx'

/** What the environment decides: mail and realtime, each with a test. */
export const EnvironmentPage = () => {
  const t = useT()
  const { environment } = useData<ServerFacts>()
  const { user } = usePageContext()
  const feedback = useFeedback()
  const run = async (fn: () => Promise<{ message: string }>) => {
    try {
      feedback.toast({ kind: 'success', text: (await fn()).message })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      feedback.toast({ kind: 'danger', text: error.message })
    }
  }
  const testSocket = async () => {
    const close = feedback.processing({ title: t('admin:environment.testing') })
    const arrived = await testWebsocket().catch(() => false)
    close()
    feedback.toast({
      kind: arrived ? 'success' : 'danger',
      text: t(arrived ? 'admin:environment.arrived' : 'admin:environment.lost'),
    })
  }
  const mailUrl = environment.MAIL_URL
  return (
    <>
      <AdminHeading title={t('admin:settings.tab.environment')} />
      <Card title={t('admin:environment.mail')} flush>
        <ul className="divide-y divide-line">
          <ActionRow
            title={mailUrl ? t('admin:environment.mailServer', { url: mailUrl }) : t('admin:environment.noMail')}
            text={t(mailUrl ? 'admin:environment.fromEnvironment' : 'admin:environment.setMail', { name: 'MAIL_URL' })}
          >
            <Button onClick={() => void run(() => call(testEmail))}>
              {t('admin:environment.testMail', { email: user?.email ?? '' })}
            </Button>
          </ActionRow>
        </ul>
      </Card>
      <Card title={t('admin:environment.realtime')} flush>
        <ul className="divide-y divide-line">
          <ActionRow title={t('admin:environment.websocket')} text={t('admin:environment.websocketText')}>
            <Button onClick={() => void testSocket()}>{t('admin:environment.testWebsocket')}</Button>
          </ActionRow>
        </ul>
      </Card>
      <Callout>{t('admin:environment.note')}</Callout>
    </>
  )
}
