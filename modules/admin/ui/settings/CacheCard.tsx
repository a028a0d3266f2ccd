import { ActionButton } from '../../../users/ui.ts'
import { Card, call, useT } from '../../../web/ui.ts'
import { flushCache } from '../../contract.ts'

/** Makes the server read settings, texts and pages again, after they were changed by other means than Coffer. */
export const CacheCard = () => {
  const t = useT()
  return (
    <Card title={t('admin:cache.title')} text={t('admin:cache.text')}>
      <ActionButton run={() => call(flushCache, {})} doneText={t('admin:message.cache-flushed')}>
        {t('admin:cache.clear')}
      </ActionButton>
    </Card>
  )
}
