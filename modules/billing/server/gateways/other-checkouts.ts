import type { Platform } from '../../../platform/index.ts'
import type { Checkouts } from './checkouts.ts'
import type { Gateways } from './gateways.ts'

type Deps = Pick<Platform, 'log'> & { gateways: Gateways; checkouts: Checkouts }

/**
 * Ends the pages at which an account could buy a plan, once it has one: another tab may still show one, where it would be
 * paid a second time. One that is being paid is not ended, and where the gateway has no call for it, or does not answer, the
 * payment is reported as unneeded.
 */
export const endOtherCheckouts = async ({ gateways, checkouts, log }: Deps, userId: string): Promise<void> => {
  for (const { gateway, gateway_id: id, reference } of await checkouts.pagesForPlan(userId)) {
    const client = await gateways.find(gateway)
    await client?.endCheckout(id).catch((error: unknown) => log.info({ err: error, reference }, 'a page stays open'))
  }
}
