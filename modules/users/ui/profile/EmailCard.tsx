import {
  Button,
  Callout,
  Card,
  call,
  formatDateTime,
  reloadPage,
  TextField,
  useFeedback,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { cancelEmailChange, changeEmail, type EmailState } from '../../contract.ts'
import { emailCheck } from '../auth/checks.ts'
import { FormError } from '../auth/FormError.tsx'
import { useForm } from '../auth/useForm.ts'
import { useConfirmed } from '../settings/confirmation.ts'
import { useAction } from '../settings/useAction.ts'
import { UnprovenEmail } from '../UnprovenEmail.tsx'

/** The email of the account. A change is confirmed by links to the old and the new email. */
export const EmailCard = ({ email, proven, pending }: EmailState) => {
  const t = useT()
  const { locale, urlParsed } = usePageContext()
  const zone = useZone()
  const feedback = useFeedback()
  const confirmed = useConfirmed()
  const act = useAction()
  const form = useForm({ email: emailCheck }, async (values) => {
    const sent = await confirmed(() => call(changeEmail, { body: { email: (values.email ?? '').trim() } }))
    if (!sent) return false
    feedback.toast({ kind: 'success', text: sent.message })
    await reloadPage()
    return true
  })
  const cancel = () => void act(() => call(cancelEmailChange))
  const mark = (isConfirmed: boolean) =>
    t(isConfirmed ? 'users:profile.email.confirmed' : 'users:profile.email.waiting')
  return (
    <Card id="email" title={t('users:profile.email.title')} text={t('users:profile.email.text')}>
      {/* The link of a verification email leads here when it has ended. */}
      {urlParsed.search.verification === 'expired' && (
        <Callout tone="warning" title={t('users:page.signIn.expired.title')} className="mb-5" />
      )}
      {!proven && <UnprovenEmail email={email}>{t('users:profile.email.unproven', { email })}</UnprovenEmail>}
      {pending ? (
        <Callout tone="info" title={t('users:profile.email.pending', { email: pending.email })}>
          <ul className="mt-1">
            <li className="break-words">
              {email}: {mark(pending.old_confirmed)}
            </li>
            <li className="break-words">
              {pending.email}: {mark(pending.new_confirmed)}
            </li>
          </ul>
          <p className="mt-1">
            {t('users:profile.email.until', {
              date: formatDateTime(pending.expires_at, locale, zone),
            })}
          </p>
          <Button size="sm" className="mt-3" onClick={cancel}>
            {t('users:profile.email.cancel')}
          </Button>
        </Callout>
      ) : (
        <form {...form.formProps} className="flex flex-col gap-4">
          <div className="flex flex-wrap items-start gap-3">
            <TextField
              type="email"
              name="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={email}
              label={t('users:page.field.emailLabel')}
              error={form.errors.email}
              className="min-w-56 grow"
            />
            <Button type="submit" className="sm:mt-6.5" disabled={!form.ready} loading={form.busy}>
              {t('users:profile.email.change')}
            </Button>
          </div>
          <FormError error={form.formError} />
        </form>
      )}
    </Card>
  )
}
