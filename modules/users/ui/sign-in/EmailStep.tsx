import { type ReactNode, useState } from 'react'
import { call, PlainHeading, useData, usePageContext, useT } from '../../../web/ui.ts'
import { beginProviderSignIn, checkUser, type OfferedProvider } from '../../contract.ts'
import { emailCheck } from '../auth/checks.ts'
import { EmailField } from '../auth/EmailField.tsx'
import { FormError } from '../auth/FormError.tsx'
import { FormFooter, TextLink } from '../auth/form-links.tsx'
import { LegalAgreement } from '../auth/LegalAgreement.tsx'
import { ProviderButtons } from '../auth/ProviderButtons.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'
import { rememberTypedEmail } from '../pending-email.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import type { KnownAccount } from './sign-in-steps.ts'

type Props = {
  email: string
  notice?: ReactNode
  /** Path to open after a sign-in by a provider. */
  destination: string | undefined
  onSignedIn: () => void
  onKnown: (email: string, account: KnownAccount) => void
}

export const EmailStep = ({ email, notice, destination: redirect, onSignedIn, onKnown }: Props) => {
  const t = useT()
  const { settings } = usePageContext()
  const { providers } = useData<{ providers: OfferedProvider[] }>()
  const query = redirect === undefined ? {} : { redirect }
  const [typed, setTyped] = useState(email)
  const form = useForm({ email: emailCheck }, async (values) => {
    const entered = (values.email ?? '').trim()
    const { name, avatar, oauth_provider } = await call(checkUser, { body: { email: entered } })
    const provider = providers.find(({ id }) => id === oauth_provider)?.id
    if (!provider) return onKnown(entered, { name, avatar })
    // The account has no password.
    location.assign((await call(beginProviderSignIn, { params: { provider }, query })).data.url)
  })
  return (
    <>
      <PlainHeading title={t('users:page.signIn.title')} text={t('users:page.signIn.text', { app: settings.name })} />
      {notice}
      <form {...form.formProps} className="flex flex-col gap-5">
        <EmailField defaultValue={email} onValue={setTyped} error={form.errors.email} />
        <FormError error={form.formError} />
        <SubmitButton ready={form.ready} busy={form.busy}>
          {t('users:page.signIn.next')}
        </SubmitButton>
      </form>
      <div className="mt-3 flex flex-col gap-3">
        <PasskeySignIn onDone={onSignedIn} />
        <ProviderButtons providers={providers} {...query} />
        {/* A provider's button creates an account for those who have none. */}
        {settings.userRegistration && providers.length > 0 && <LegalAgreement />}
      </div>
      {/* Here too: who has no password, and whose provider does not let them in, never sees the next step. */}
      <FormFooter>
        <TextLink href="/forgotten-password" onClick={() => rememberTypedEmail(typed.trim())}>
          {t('users:page.signIn.forgotten')}
        </TextLink>
      </FormFooter>
      {settings.userRegistration && (
        <FormFooter>
          {t('users:page.signIn.noAccount')} <TextLink href="/sign-up">{t('users:page.signIn.register')}</TextLink>
        </FormFooter>
      )}
    </>
  )
}
