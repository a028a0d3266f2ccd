import type { NotificationCategory } from '../../modules/notifications/contract.ts'
import type { Actor } from './actors.ts'
import type { TestApp } from './app.ts'

const billing = { type: 'route', params: { route: 'Billing', id: null } } as const
const money = { amount: '1234.50', currency: 'EUR' }

const samplesOf = (item: string) =>
  ({
    gift: { template: 'bonus', params: money, action: billing },
    'subscription-created': { template: 'subscriptionCreated', action: billing },
    'billing-alert': { template: 'billingAlert', params: money, action: billing },
    'insufficient-balance': { template: 'paymentFailed', params: money, action: billing },
    'payment-alert': { template: 'paymentReminder', action: billing },
    comment: { template: 'commented', params: { item, author: 'Ada Lovelace' } },
    'file-request': {
      template: 'requestInvited',
      params: { owner: 'Ada Lovelace' },
      action: { type: 'url', params: { url: '/demo', target: 'blank' } },
    },
    'remote-upload-done': { template: 'remoteUploadDone', params: { count: 3 } },
    'link-downloaded': { template: 'linkDownloaded', params: { item } },
    'system-alert': { template: 'backupFailed', params: { reason: 'The disk is full.' } },
  }) as const

/** Creates a notification of each category but invitations. `item`: name of the file that was downloaded. */
export const notifyOfAll = async (app: TestApp, person: Actor, item = 'Plan.pdf'): Promise<void> => {
  for (const [category, one] of Object.entries(samplesOf(item)))
    await app.coffer.notifications.create({ userId: person.id, category: category as NotificationCategory, ...one })
}
