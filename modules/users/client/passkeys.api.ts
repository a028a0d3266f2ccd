import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { call } from '../../web/ui.ts'
import { confirmPasskey, createPasskey, newPasskeyOptions, passkeySignIn, passkeySignInOptions } from '../contract.ts'

/** The user closed the browser's dialog, or it timed out. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Creates a passkey on this device and adds it to the account. Throws `CallError`, and the browser's own errors. */
export const addPasskey = async (name: string, options: unknown): Promise<void> => {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON })
  await call(createPasskey, { body: { name, response: { ...response } } })
}

/** Options of a new passkey; requires a confirmed password. */
export const passkeyOptions = async (): Promise<unknown> => (await call(newPasskeyOptions)).options

/** Asks the browser for a passkey of this account or, before the sign-in, of this site. */
const askForPasskey = async (): Promise<{ id: string }> => {
  const { options } = await call(passkeySignInOptions)
  return { ...(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })) }
}

/** Signs in with a passkey of this site. Throws `CallError`, and the browser's own errors. */
export const signInWithPasskey = async (remember?: boolean): Promise<void> => {
  const response = await askForPasskey()
  await call(passkeySignIn, { body: { response, ...(remember === undefined ? {} : { remember }) } })
}

/** Confirms the session for sensitive actions. Throws `CallError`, and the browser's own errors. */
export const confirmWithPasskey = async (): Promise<void> => {
  await call(confirmPasskey, { body: { response: await askForPasskey() } })
}
