import type { NotificationRow } from './notification.resource.ts'
import { Digests, type DigestsDeps } from './services/digests.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendDigestSample = async (
  platform: DigestsDeps['platform'],
  to: { email: string; locale: string },
): Promise<void> => {
  const digests = new Digests({
    platform,
    limiter: { tryConsume: () => Promise.reject(new Error('samples are not counted')) },
    accounts: { byId: async () => null },
  })
  const row = { id: '', action: null, created_at: new Date(), read_at: null }
  const rows: NotificationRow[] = [
    {
      ...row,
      category: 'file-request',
      template: 'requestAnswered',
      params: { from: 'Ada Lovelace', title: 'Wedding pictures', count: 3 },
    },
    {
      ...row,
      category: 'team-invitation',
      template: 'teamJoined',
      params: { member: 'Grace Hopper', folder: 'Apollo' },
    },
  ]
  for (const tells of [true, false]) await digests.mail({ ...to, id: '', timezone: null }, rows, { tells })
}
