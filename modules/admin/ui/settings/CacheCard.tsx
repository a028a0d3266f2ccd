import { useAction } from '../../../users/ui.ts'
import { Button, Card, call, useT } from '../../../web/ui.ts'
import { flushCache } from '../../contract.ts'

/** Makes the server read settings, texts and pages again, after they were changed by other means than Coffer. */
export const CacheCard = () => {
  const t = useT()
  const act = useAction()
  return (
    <Card title={t('admin:cache.title')} text={t('admin:cache.text')}>
      <Button onClick={() => void act(() => call(flushCache, {}), t('admin:message.cache-flushed'))}>
        {t('admin:cache.clear')}
      </Button>
    </Card>
  )
}
