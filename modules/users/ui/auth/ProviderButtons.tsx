import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { Button, CallError, call, useFeedback, useHydrated, usePageContext, useT } from '../../../web/ui.ts'
import { beginProviderSignIn, type OfferedProvider } from '../../contract.ts'
import { apiErrorText } from './api-error.ts'

/** Buttons of the identity providers; each leads to the provider's page, and from there back to `redirect`. */
export const ProviderButtons = ({
  providers,
  redirect,
}: {
  providers: readonly OfferedProvider[]
  redirect?: string
}) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const hydrated = useHydrated()
  const [busy, setBusy] = useState<string | null>(null)
  const begin = async (provider: OfferedProvider['id']) => {
    setBusy(provider)
    try {
      const query = redirect === undefined ? {} : { redirect }
      location.assign((await call(beginProviderSignIn, { params: { provider }, query })).data.url)
    } catch (error) {
      setBusy(null)
      if (!(error instanceof CallError)) throw error
      feedback.toast({ kind: 'danger', text: apiErrorText(error, t, locale) })
    }
  }
  return providers.map(({ id, name }) => (
    <Button
      key={id}
      size="lg"
      wide
      icon={LogIn}
      disabled={!hydrated || busy !== null}
      loading={busy === id}
      onClick={() => void begin(id)}
    >
      {t('users:page.provider.continue', { provider: name })}
    </Button>
  ))
}
