import { useState } from 'react'
import { navigate } from 'vike/client/router'
import { Button, CallError, errorToast, useFeedback, useT } from '../../web/ui.ts'
import { actionLink } from '../client/action-link.ts'
import { refreshNotifications } from '../client/notification-actions.ts'
import { useNotifications } from './notifications-context.ts'

/**
 * Accepts or declines an invitation. A person who has to confirm their email first is led to the page of the invitation.
 */
export const InvitationButtons = ({ id }: { id: string }) => {
  const t = useT()
  const feedback = useFeedback()
  const store = useNotifications()
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const answer = async (kind: 'accept' | 'decline') => {
    setBusy(kind)
    // A realtime event may replace the list before the response arrives.
    const listed = store.state.items.find(({ attributes }) => attributes.action?.params.id === id)
    try {
      await store.api.answerInvitation(kind, id)
      // The notification of a person who has joined now leads to the folder.
      await refreshNotifications(store).catch(() => undefined)
      const answered = listed && store.state.items.find((item) => item.id === listed.id)
      // When the list could not be read.
      if (answered?.attributes.action?.type === 'invitation') answered.attributes.action = null
      const link = actionLink(answered?.attributes.action ?? null)
      // i18n-keys: notifications:invitation.accepted, notifications:invitation.declined
      const key = kind === 'accept' ? 'accepted' : 'declined'
      feedback.toast({
        kind: 'success',
        text: t(`notifications:invitation.${key}`),
        ...(link && { action: { label: link.label, onAct: () => void navigate(link.href) } }),
      })
    } catch (error) {
      setBusy(null)
      if (error instanceof CallError && error.code === 'email-not-confirmed')
        void navigate(`/team-folder-invitation/${id}`)
      else {
        const isKnown = error instanceof CallError && error.status > 0
        feedback.toast(errorToast(error, t))
        // The notification of an invitation that was withdrawn, or whose folder is gone, loses its buttons.
        if (isKnown) void refreshNotifications(store).catch(() => undefined)
      }
    }
  }
  return (
    <span className="flex gap-2">
      <Button size="sm" variant="solid" loading={busy === 'accept'} onClick={() => void answer('accept')}>
        {t('notifications:invitation.accept')}
      </Button>
      <Button size="sm" loading={busy === 'decline'} onClick={() => void answer('decline')}>
        {t('notifications:invitation.decline')}
      </Button>
    </span>
  )
}
