import type { Platform } from '../../../platform/index.ts'
import { directionOf } from '../../../shared/contract.ts'
import { shareTargetPath } from '../../../web/contract.ts'
import type { Branding } from './branding.ts'

/** A name on home screens is cut after about as many characters. */
const maxShortName = 12

const shortNameOf = (name: string): string => {
  const [first = name] = name.split(/\s+/)
  return name.length <= maxShortName ? name : first.slice(0, maxShortName)
}

const iconOf = (file: string, edge: number, purpose: 'any' | 'maskable') => ({
  src: `/branding/${file}`,
  sizes: `${edge}x${edge}`,
  type: 'image/png',
  purpose,
})

/** W3C Web App Manifest: name, color and icons of the installed app. */
export const webAppManifest = async (
  { settings }: Platform,
  branding: Pick<Branding, 'icons'>,
  locale: string,
): Promise<object> => {
  const [name, description, color, icons] = await Promise.all([
    settings.get('app_title'),
    settings.get('app_description'),
    settings.get('app_color'),
    branding.icons(),
  ])
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    ...(description ? { description } : {}),
    lang: locale,
    dir: directionOf(locale),
    start_url: '/platform/files',
    scope: '/',
    display: 'standalone',
    theme_color: color,
    background_color: '#ffffff',
    share_target: {
      action: shareTargetPath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['*/*'] }] },
    },
    icons: [iconOf(icons.small, 192, 'any'), iconOf(icons.large, 512, 'any'), iconOf(icons.maskable, 512, 'maskable')],
  }
}
