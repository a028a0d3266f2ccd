import { useT } from '../../../web/ui.ts'
import { PasskeyButton } from '../auth/PasskeyButton.tsx'

/** Signs in with a passkey. */
export const PasskeySignIn = ({ onDone }: { onDone: () => void }) => (
  <PasskeyButton
    label={useT()('users:page.signIn.passkey')}
    run={(passkeys) => passkeys.signInWithPasskey()}
    onDone={onDone}
  />
)
