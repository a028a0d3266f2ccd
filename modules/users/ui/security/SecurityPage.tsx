import { useData, useLiveData, usePageContext, useT } from '../../../web/ui.ts'
import { type SecurityPageData, securityChanged } from '../../contract.ts'
import { ProviderProblem } from '../auth/ProviderProblem.tsx'
import { SettingsHeading } from '../settings/SettingsHeading.tsx'
import { IdentitiesCard } from './IdentitiesCard.tsx'
import { NetworkDriveCard } from './NetworkDriveCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SetPasswordCard } from './SetPasswordCard.tsx'
import { TokensCard } from './TokensCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** `/user/settings/password`: sign-in methods, sessions and tokens of the account. */
export const SecurityPage = () => {
  const t = useT()
  const {
    has_password,
    two_factor_confirmed_at,
    recovery_codes_left,
    passkeys,
    sessions,
    tokens,
    identities,
    providers,
    driveUrl,
  } = useData<SecurityPageData>()
  const { search } = usePageContext().urlParsed
  useLiveData(securityChanged)
  const hasOtherMethod = passkeys.length > 0 || identities.some(({ attributes }) => attributes.usable)
  return (
    <div className="flex flex-col gap-6">
      <SettingsHeading title={t('users:security.title')} />
      <ProviderProblem code={search.problem} />
      {has_password ? <PasswordCard removable={hasOtherMethod} /> : <SetPasswordCard />}
      <TwoFactorCard enabled={two_factor_confirmed_at !== null} codesLeft={recovery_codes_left} />
      <PasskeysCard passkeys={passkeys} />
      {identities.length + providers.length > 0 && <IdentitiesCard identities={identities} providers={providers} />}
      <SessionsCard sessions={sessions} />
      <TokensCard tokens={tokens} />
      <NetworkDriveCard url={driveUrl} />
    </div>
  )
}
