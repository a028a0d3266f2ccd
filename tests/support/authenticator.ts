import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** A new passkey of a WebAuthn authenticator for the site at `appUrl`, which verifies its user each time. */
export const authenticator = (appUrl: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const rawId = randomBytes(16)
  const id = base64url(rawId)
  const { hostname, origin } = new URL(appUrl)
  const clientData = (type: string, challenge: string) => JSON.stringify({ type, challenge, origin })
  const answer = (response: Record<string, string>) => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })
  return {
    /** Values of the columns of `passkeys`. */
    stored: { credentialId: id, publicKey: Buffer.from(key) },
    /** The response to the options of a registration. */
    attestation: (challenge: string) => {
      const authData = Buffer.concat([
        sha256(hostname),
        Buffer.from([0x45, 0, 0, 0, 0]),
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        key,
      ])
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(isoCBOR.encode(object as never)),
      })
    },
    /** The response to the options of a sign-in. */
    assertion: (challenge: string) => {
      const authData = Buffer.concat([sha256(hostname), Buffer.from([0x05, 0, 0, 0, 0])])
      const data = clientData('webauthn.get', challenge)
      return answer({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
      })
    },
  }
}
