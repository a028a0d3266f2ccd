import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { call } from '../../web/ui.ts'
import { createPasskey, newPasskeyOptions, passkeySignIn, passkeySignInOptions } from '../contract.ts'

/** The user closed the browser's dialog, or it timed out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Creates a passkey on this device and adds it to the account. Throws `CallError`, and the browser's own errors. */
export const addPasskey = async (name: string, options: unknown): Promise<void> => {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON })
  await call(createPasskey, { body: { name, response: { ...response } } })
}

/** Options of a new passkey; requires a confirmed password. */
export const passkeyOptions = async (): Promise<unknown> => (await call(newPasskeyOptions)).options

/** Signs in with a passkey of this site. Throws `CallError`, and the browser's own errors. */
export const signInWithPasskey = async (remember?: boolean): Promise<void> => {
  const { options } = await call(passkeySignInOptions)
  const response = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  await call(passkeySignIn, { body: { response: { ...response }, ...(remember === undefined ? {} : { remember }) } })
}
