import type { PageContextServer } from 'vike/types'
import { orNotFound } from '../../../web/or-not-found.ts'
import type {} from '../../server/notification-pages.ts'
import type { UnsubscribePageData } from '../../ui/UnsubscribePage.tsx'

/** Data of the form. Opening the link changes nothing: mail programs and scanners open links of emails by themselves. */
export const data = ({ services, routeParams }: PageContextServer): Promise<UnsubscribePageData> =>
  orNotFound(services.notifications.unsubscribing(routeParams.token ?? ''))
