import { Button, Callout, Card, useData, useFeedback, useT } from '../../../web/ui.ts'
import { testWebsocket } from '../../client/test-websocket.ts'
import type { ServerFacts } from '../../contract.ts'
import { ActionRow } from '../ActionRow.tsx'
import { AdminHeading } from '../AdminHeading.tsx'
import { MailServerCard } from './MailServerCard.tsx'

/** Mail and realtime, each with a test. */
export const EnvironmentPage = () => {
  const t = useT()
  const facts = useData<ServerFacts>()
  const feedback = useFeedback()
  const testSocket = async () => {
    const close = feedback.processing({ title: t('admin:environment.testing') })
    const arrived = await testWebsocket().catch(() => false)
    close()
    feedback.toast({
      kind: arrived ? 'success' : 'danger',
      text: t(arrived ? 'admin:environment.arrived' : 'admin:environment.lost'),
    })
  }
  return (
    <>
      <AdminHeading title={t('admin:settings.tab.environment')} />
      <MailServerCard facts={facts} />
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
