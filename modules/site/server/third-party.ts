import type { ThirdParty } from '../../platform/contract.ts'
import type { Platform } from '../../platform/index.ts'

/** Services of other companies that the installation loads for people who accepted them; null when none is set. */
export const readThirdParty = async ({ settings }: Pick<Platform, 'settings'>): Promise<ThirdParty | null> => {
  const [analytics, allowed, client, files, pages, home] = await Promise.all([
    settings.get('google_analytics'),
    settings.get('allowed_adsense'),
    settings.get('adsense_client_id'),
    settings.get('adsense_banner_01'),
    settings.get('adsense_banner_02'),
    settings.get('adsense_banner_03'),
  ])
  const slots = Object.fromEntries(Object.entries({ files, pages, home }).filter(([, slot]) => slot !== ''))
  const hasAds = allowed && client !== '' && Object.keys(slots).length > 0
  if (!analytics && !hasAds) return null
  return { ...(analytics ? { analytics } : {}), ...(hasAds ? { ads: { client, slots } } : {}) }
}
