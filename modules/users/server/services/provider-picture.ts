import type { Platform } from '../../../platform/index.ts'
import { maxAvatarBytes } from '../../contract.ts'
import type { Avatars } from './avatars.ts'

interface ProviderPictureDeps {
  platform: Pick<Platform, 'egress'>
  avatars: Avatars
}

/** Makes the picture at this URL of an identity provider the account's. Does nothing for one that is too large. */
export const importPicture = async (
  { platform, avatars }: ProviderPictureDeps,
  userId: string,
  url: string,
): Promise<void> => {
  const response = await platform.egress.get(url)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > maxAvatarBytes) return response.close()
    chunks.push(chunk)
  }
  if (response.status === 200) await avatars.set(userId, Buffer.concat(chunks))
}
