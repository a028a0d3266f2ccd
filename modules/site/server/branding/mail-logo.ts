import { type BrandingSetting, imageFile, type MailLogo, type Platform } from '../../../platform/index.ts'
import type { SiteTables } from '../entities/page.entity.ts'
import type { EncodeImages } from './image-outputs.ts'

/** Logos in the order of preference, of which the first uploaded one is taken: logos with the name before logos without. */
const choices: readonly { setting: BrandingSetting; isDark: boolean; hasName: boolean }[] = [
  { setting: 'app_logo_horizontal', isDark: false, hasName: true },
  { setting: 'app_logo', isDark: false, hasName: false },
  { setting: 'app_logo_horizontal_dark', isDark: true, hasName: true },
  { setting: 'app_logo_dark', isDark: true, hasName: false },
]

interface MailLogoDeps {
  platform: Pick<Platform, 'db' | 'settings' | 'config'>
  read(file: string): Promise<Buffer | null>
  encode: EncodeImages
}

/** The logo of emails, as a PNG: not all mail programs show WebP. Made from the pages' logo when it is first needed. */
export const mailLogo = async ({ platform, read, encode }: MailLogoDeps): Promise<MailLogo | null> => {
  const { db, settings, config } = platform
  for (const { setting, isDark, hasName } of choices) {
    const [source, name, hash = '', width, height] = imageFile.exec(await settings.get(setting)) ?? []
    if (!source) continue
    const size = { width: Number(width), height: Number(height) }
    const file = `mail-${name}-${hash}-${width}x${height}.png`
    if (!(await read(file))) {
      const bytes = await read(source)
      const png = { name: `mail-${name}`, ...size, fit: 'cover', type: 'png' } as const
      const made = bytes && (await encode(bytes, [png], hash))?.get(file)
      if (!made) continue
      await db
        .builder<SiteTables>()
        .insertInto('branding_images')
        .values({ file, setting, bytes: made })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    return { src: `${config.appUrl}/branding/${file}`, ...size, isDark, hasName }
  }
  return null
}
