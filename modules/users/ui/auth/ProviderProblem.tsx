import type { ResponseCode } from '../../../shared/contract.ts'
import { Callout, useT } from '../../../web/ui.ts'

// i18n-keys: users:error.provider-failed, users:error.provider-unreachable, users:error.provider-not-configured
// i18n-keys: users:error.provider-email-missing, users:error.provider-linked-elsewhere, users:error.registration-closed
// i18n-keys: users:error.provider-account-exists, users:error.email-not-verified, users:error.account-suspended
// i18n-keys: users:error.registration-disabled, users:validation.email-disposable, users:page.provider.tooMany
const problems: ReadonlySet<string> = new Set<ResponseCode>([
  'provider-failed',
  'provider-unreachable',
  'provider-not-configured',
  'provider-email-missing',
  'provider-linked-elsewhere',
  'provider-account-exists',
  'registration-closed',
  'registration-disabled',
  'email-not-verified',
  'account-suspended',
])

/** Errors of other modules and of fields. */
const texts: Partial<Record<ResponseCode, string>> = {
  'validation-failed': 'users:validation.email-disposable',
  'too-many-attempts': 'users:page.provider.tooMany',
}

/** Error of a sign-in by an identity provider; the callback has put its code into the URL. */
export const ProviderProblem = ({ code }: { code: string | undefined }) => {
  const t = useT()
  if (code === undefined) return null
  const text = texts[code as ResponseCode] ?? `users:error.${problems.has(code) ? code : 'provider-failed'}`
  return (
    <Callout tone="warning" title={t('users:page.provider.problem')} className="mb-6">
      {t(text)}
    </Callout>
  )
}
