import { useData, useT } from '../../../web/ui.ts'
import type { Security } from '../../contract.ts'
import { SettingsHeading } from '../settings/SettingsHeading.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TokensCard } from './TokensCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** `/user/settings/password`: everything with which the account is signed in to. */
export const SecurityPage = () => {
  const t = useT()
  const { has_password, two_factor_confirmed_at, recovery_codes_left, passkeys, sessions, tokens } = useData<Security>()
  return (
    <div className="flex flex-col gap-6">
      <SettingsHeading title={t('users:security.title')} />
      {has_password && <PasswordCard />}
      <TwoFactorCard enabled={two_factor_confirmed_at !== null} codesLeft={recovery_codes_left} />
      <PasskeysCard passkeys={passkeys} />
      <SessionsCard sessions={sessions} />
      <TokensCard tokens={tokens} />
    </div>
  )
}
