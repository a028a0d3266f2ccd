import { useState } from 'react'
import {
  Button,
  call,
  LinkButton,
  PlainHeading,
  useFocusOnChange,
  usePageContext,
  useSignOut,
  useT,
} from '../../../web/ui.ts'
import { confirmEmailChange } from '../../contract.ts'
import { FormError } from '../auth/FormError.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'

/** Page of links that confirm an email: of a change, or of a verification link of an account that is not the signed-in one. */
export const ConfirmEmail = () => {
  const { user, urlParsed } = usePageContext()
  const { verification } = urlParsed.search
  return user && verification ? <OtherAccount verification={verification} /> : <ConfirmChange />
}

/** The link of a verification email that belongs to another account. It names neither account. */
const OtherAccount = ({ verification }: { verification: string }) => {
  const t = useT()
  const signOut = useSignOut(`/sign-in?verification=${encodeURIComponent(verification)}`)
  return (
    <>
      <PlainHeading title={t('users:confirmEmail.other.title')} text={t('users:confirmEmail.other.text')} />
      <Button variant="solid" size="lg" wide onClick={() => void signOut()}>
        {t('users:confirmEmail.other.submit')}
      </Button>
    </>
  )
}

/** Confirms one side of a changed email. A button, because mail programs open links before their readers do. */
const ConfirmChange = () => {
  const t = useT()
  const { user, urlParsed } = usePageContext()
  const [outcome, setOutcome] = useState<'half' | 'done'>()
  const form = useForm({}, async () => {
    const { data } = await call(confirmEmailChange, { body: { token: urlParsed.search.token ?? '' } })
    setOutcome(data.completed ? 'done' : 'half')
  })
  useFocusOnChange(outcome)
  const onward = (
    <LinkButton href={user ? '/user/profile' : '/sign-in?redirect=/user/profile'} variant="solid" size="lg" wide>
      {t(user ? 'users:confirmEmail.profile' : 'users:confirmEmail.signIn')}
    </LinkButton>
  )
  if (outcome)
    return (
      <>
        <PlainHeading title={t(`users:confirmEmail.${outcome}.title`)} text={t(`users:confirmEmail.${outcome}.text`)} />
        {onward}
      </>
    )
  return (
    <>
      <PlainHeading title={t('users:confirmEmail.title')} text={t('users:confirmEmail.text')} />
      <form {...form.formProps} className="flex flex-col gap-5">
        <FormError error={form.formError} />
        {form.formError?.code === 'email-change-invalid' ? (
          onward
        ) : (
          <SubmitButton ready={form.ready} busy={form.busy}>
            {t('users:confirmEmail.submit')}
          </SubmitButton>
        )}
      </form>
    </>
  )
}
