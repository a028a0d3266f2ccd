import { Digests, type DigestsDeps } from './services/digests.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendDigestSample = async (
  platform: DigestsDeps['platform'],
  to: { email: string; locale: string },
): Promise<void> => {
  const digests = new Digests({ platform, accounts: { byId: async () => null } })
  const row = { id: '', action: null, created_at: new Date(), read_at: null }
  for (const email_proven_at of [new Date(), null])
    await digests.mail({ ...to, id: '', timezone: null, email_proven_at }, [
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
