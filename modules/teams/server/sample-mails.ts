import { TeamMails } from './services/mails.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendTeamSampleMails = async (
  platform: ConstructorParameters<typeof TeamMails>[0],
  to: string,
): Promise<void> => {
  const locale = await platform.settings.get('language')
  await new TeamMails(platform).invitation(to, { id: 'id', inviter: 'Ada Lovelace', folder: 'Engine', locale })
}
