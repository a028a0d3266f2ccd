import type { Settings } from '../../../platform/index.ts'
import { homepageSections, homepageTexts } from '../../contract.ts'
import { siteSettings } from '../settings.ts'

type PublicName = (typeof homepageTexts)[number] | (typeof homepageSections)[number] | 'allow_homepage'

const publicNames: readonly PublicName[] = ['allow_homepage', ...homepageTexts, ...homepageSections]

/** Values of the home page's settings as text, by name. Other names are left out. */
export const publicSettings = async (settings: Settings, names: readonly string[]): Promise<Record<string, string>> => {
  const wanted = publicNames.filter((name) => names.includes(name))
  const texts = wanted.map(async (name): Promise<[string, string]> => {
    const value: boolean | string = await settings.get(name)
    const { format } = siteSettings[name].type as { format(value: boolean | string): string }
    return [name, format(value)]
  })
  return Object.fromEntries(await Promise.all(texts))
}
