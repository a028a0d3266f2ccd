import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { statusOf } from '../../../shared/contract.ts'
import type {} from '../../server/notification-pages.ts'
import type { UnsubscribePageData } from '../../ui/UnsubscribePage.tsx'

/** Data of the form. Opening the link changes nothing: mail programs and scanners open links of emails by themselves. */
export const data = ({ services, routeParams }: PageContextServer): Promise<UnsubscribePageData> =>
  services.notifications.unsubscribing(routeParams.token ?? '').catch((error: unknown) => {
    throw statusOf(error) === 404 ? render(404) : error
  })
