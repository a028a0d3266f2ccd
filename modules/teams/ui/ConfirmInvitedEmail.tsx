import { UnprovenEmail } from '../../users/ui.ts'
import { useT } from '../../web/ui.ts'

/** Asks the account's owner to confirm the invited email by a link; `isAccepted`: they then become a member. */
export const ConfirmInvitedEmail = ({ email, isAccepted }: { email: string; isAccepted: boolean }) => {
  const t = useT()
  // i18n-keys: teams:invitation.confirm.text, teams:invitation.confirm.accepted
  const key = isAccepted ? 'accepted' : 'text'
  return <UnprovenEmail email={email}>{t(`teams:invitation.confirm.${key}`, { email })}</UnprovenEmail>
}
