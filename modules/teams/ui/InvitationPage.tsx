import { Users } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'vike/client/router'
import { rememberInvitedEmail } from '../../users/ui.ts'
import {
  Avatar,
  Button,
  CallError,
  errorToast,
  Icon,
  LinkButton,
  PlainHeading,
  useData,
  useFeedback,
  useFocusOnChange,
  usePageContext,
  useT,
} from '../../web/ui.ts'
import { sharedWithMePath } from '../client/team-badge.ts'
import { teamsApi } from '../client/teams.api.ts'
import type { Invitation } from '../contract.ts'
import { ConfirmInvitedEmail } from './ConfirmInvitedEmail.tsx'

export interface InvitationPageData {
  /** Null: it was answered before, or is not found. */
  invitation: Invitation | null
  /** Whether the invited email can sign up. */
  canSignUp?: boolean
  /** It was not answered in time. */
  expired?: true
  /** There is no invitation for this person. The response has status 404. */
  notFound?: true
}

type State = 'open' | 'accepted' | 'declined' | 'used' | 'expired' | 'missing'

/** Accepts or declines an invitation to a team folder, once the account's email is confirmed. */
export const InvitationPage = () => {
  const t = useT()
  const feedback = useFeedback()
  const { user, settings } = usePageContext()
  const { invitation, canSignUp, expired, notFound } = useData<InvitationPageData>()
  const [state, setState] = useState<State>(invitation ? 'open' : notFound ? 'missing' : expired ? 'expired' : 'used')
  useFocusOnChange(state)
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const [isConfirmed, setConfirmed] = useState(invitation?.attributes.email_confirmed ?? true)
  if (!invitation || state !== 'open') {
    const signedIn = user !== null
    return (
      <>
        {/* i18n-keys: teams:invitation.accepted.*, teams:invitation.declined.*, teams:invitation.used.* */}
        {/* i18n-keys: teams:invitation.expired.*, teams:invitation.missing.* */}
        <PlainHeading title={t(`teams:invitation.${state}.title`)} text={t(`teams:invitation.${state}.text`)} />
        {state === 'missing' && user && (
          <p className="mb-4 text-14">{t('teams:invitation.signedInAs', { email: user.email })}</p>
        )}
        <LinkButton href={signedIn ? sharedWithMePath : '/sign-in'} variant="solid" size="lg" wide>
          {t(signedIn ? 'teams:invitation.open' : 'teams:invitation.signIn')}
        </LinkButton>
      </>
    )
  }
  const { id, attributes, relationships } = invitation
  const isAccepted = attributes.status !== 'pending'
  const needsAccount = !attributes.isExistedUser
  /** The invited person can neither sign in nor sign up: accepting would lead nowhere. */
  const isClosed = needsAccount && !canSignUp
  const closedText = settings.userRegistration ? 'users:validation.email-disposable' : 'teams:invitation.closed'
  const signUp = () => {
    rememberInvitedEmail(attributes.email, location.pathname)
    return navigate('/sign-up')
  }
  const { name, avatar, color } = relationships.inviter.data.attributes
  const answer = async (kind: 'accept' | 'decline') => {
    setBusy(kind)
    try {
      await teamsApi[kind](id)
      if (kind === 'accept' && needsAccount) return void signUp()
      setState(kind === 'accept' ? 'accepted' : 'declined')
    } catch (error) {
      if (error instanceof CallError && error.code === 'email-not-confirmed') {
        // A toast too where the page shows the notice already: the button must not seem dead.
        const text = t('teams:invitation.confirm.text', { email: attributes.email })
        if (!isConfirmed) feedback.toast({ kind: 'danger', text })
        return setConfirmed(false)
      }
      feedback.toast(errorToast(error, t))
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <div className="mb-6 flex items-center gap-3 text-brand-text">
        <Icon of={Users} size={48} />
        <Avatar image={avatar} name={name} color={color} size={38} />
      </div>
      <PlainHeading
        title={t('teams:invitation.title', { folder: attributes.folder })}
        text={t(`teams:invitation.text.${attributes.permission}`, { inviter: name, folder: attributes.folder })}
      />
      {needsAccount && (
        <p className="mb-4 text-14">
          {t(isClosed ? closedText : 'teams:invitation.register', {
            email: attributes.email,
            app: settings.name,
          })}
        </p>
      )}
      {!isConfirmed && <ConfirmInvitedEmail email={attributes.email} isAccepted={isAccepted} />}
      {isAccepted && needsAccount && !isClosed && (
        <Button variant="solid" size="lg" wide onClick={() => void signUp()}>
          {t('teams:invitation.signUp')}
        </Button>
      )}
      {!isAccepted && (
        <div className="flex flex-col gap-3">
          {!isClosed && (
            <Button variant="solid" size="lg" wide loading={busy === 'accept'} onClick={() => void answer('accept')}>
              {t(needsAccount ? 'teams:invitation.acceptAndRegister' : 'teams:invitation.accept')}
            </Button>
          )}
          <Button variant="quiet" size="lg" wide loading={busy === 'decline'} onClick={() => void answer('decline')}>
            {t('teams:invitation.decline')}
          </Button>
        </div>
      )}
    </>
  )
}
