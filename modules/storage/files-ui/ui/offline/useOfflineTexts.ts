import { usePageContext, useT, useZone } from '../../../../web/ui.ts'
import type { OfflineTexts } from '../../../offline/ui.ts'

/** Texts of the offline page, which cannot ask the server for them. It fills what is in braces. */
export const useOfflineTexts = (): OfflineTexts => {
  const t = useT()
  const zone = useZone()
  const { locale, direction, settings } = usePageContext()
  return {
    locale,
    direction,
    zone,
    app: settings.name,
    texts: {
      bar: t('storage:offline.bar'),
      from: t('storage:offline.from', { time: '{time}' }),
      missing: t('storage:offline.missing'),
      kept: t('storage:offline.kept'),
      partly: t('storage:offline.partly', { shown: '{shown}', total: '{total}' }),
      empty: t('storage:list.empty.folder'),
      path: t('storage:page.path'),
    },
  }
}
