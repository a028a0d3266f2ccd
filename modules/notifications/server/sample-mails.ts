import type { DigestsDeps } from './services/digests.ts'
import { Digests } from './services/digests.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendDigestSample = (
  platform: DigestsDeps['platform'],
  to: { email: string; locale: string },
): Promise<void> => {
  const row = { id: '', action: null, created_at: new Date(), read_at: null }
  return new Digests({ platform, accounts: { byId: async () => null } }).mail({ ...to, id: '', timezone: null }, [
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
  ])
}
