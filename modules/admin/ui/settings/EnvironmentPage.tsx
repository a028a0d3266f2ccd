import { Button, Callout, Card, call, useConnectionTest, useData, useT } from '../../../web/ui.ts'
import { type EnvironmentPageData, testWebsockets } from '../../contract.ts'
import { ActionRow } from '../ActionRow.tsx'
import { AdminHeading } from '../AdminHeading.tsx'
import { MailServerCard } from './MailServerCard.tsx'
import { StoreCard } from './StoreCard.tsx'

/** File storage, mail and realtime, each with a test. */
export const EnvironmentPage = () => {
  const t = useT()
  const { config, store } = useData<EnvironmentPageData>()
  const testConnection = useConnectionTest(() => call(testWebsockets))
  return (
    <>
      <AdminHeading title={t('admin:settings.tab.environment')} />
      <StoreCard store={store} config={config} />
      <MailServerCard config={config} />
      <Card id="realtime" title={t('admin:environment.realtime')} flush>
        <ul className="divide-y divide-line">
          <ActionRow title={t('admin:environment.websocket')} text={t('admin:environment.websocketText')}>
            <Button onClick={() => void testConnection()}>{t('admin:environment.testWebsocket')}</Button>
          </ActionRow>
        </ul>
      </Card>
      <Callout>{t('admin:environment.note')}</Callout>
    </>
  )
}
