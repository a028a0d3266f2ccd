import type { ReactNode } from 'react'
import { call, PlainHeading, usePageContext, useT } from '../../../web/ui.ts'
import { checkUser } from '../../contract.ts'
import { emailCheck } from '../auth/checks.ts'
import { EmailField } from '../auth/EmailField.tsx'
import { FormError } from '../auth/FormError.tsx'
import { Aside, TextLink } from '../auth/links.tsx'
import { SubmitButton } from '../auth/SubmitButton.tsx'
import { useForm } from '../auth/useForm.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import type { KnownAccount } from './steps.ts'

type Props = {
  email: string
  notice?: ReactNode
  onSignedIn: () => void
  onKnown: (email: string, account: KnownAccount) => void
}

export const EmailStep = ({ email, notice, onSignedIn, onKnown }: Props) => {
  const t = useT()
  const { settings } = usePageContext()
  const form = useForm({ email: emailCheck }, async (values) => {
    const entered = (values.email ?? '').trim()
    const { name, avatar } = await call(checkUser, { body: { email: entered } })
    onKnown(entered, { name, avatar })
  })
  return (
    <>
      <PlainHeading title={t('users:page.signIn.title')} text={t('users:page.signIn.text', { app: settings.name })} />
      {notice}
      <form {...form.formProps} className="flex flex-col gap-5">
        <EmailField defaultValue={email} error={form.errors.email} />
        <FormError error={form.formError} />
        <SubmitButton ready={form.ready} busy={form.busy}>
          {t('users:page.signIn.next')}
        </SubmitButton>
      </form>
      <div className="mt-3">
        <PasskeyButton onDone={onSignedIn} />
      </div>
      {settings.userRegistration && (
        <Aside>
          {t('users:page.signIn.noAccount')} <TextLink href="/sign-up">{t('users:page.signIn.register')}</TextLink>
        </Aside>
      )}
    </>
  )
}
