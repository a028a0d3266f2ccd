import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  type BrandingSetting,
  IsolatedProcess,
  imageFile,
  type MailLogo,
  type Platform,
} from '../../../platform/index.ts'
import type { SiteTables } from '../entities/page.entity.ts'
import { brandIcon } from './brand-icon.ts'
import {
  defaultIconOutputs,
  type EncodedImages,
  type EncodeImages,
  type ImageOutput,
  type ImageRequest,
  imageOutputs,
} from './image-outputs.ts'
import { mailLogo } from './mail-logo.ts'

const script = fileURLToPath(new URL('./image-process.ts', import.meta.url))
/** Pages that were rendered before a change still show the previous image. */
const replacedTtl = '1 day'

const hashOf = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 16)
}

const fileOf = ({ name, type }: ImageOutput, hash: string, { width, height }: { width: number; height: number }) =>
  `${name}-${hash}-${width}x${height}.${type}`

/** Icons of the installed app, as files. */
interface AppIcons {
  touchIcon: string
  small: string
  large: string
  maskable: string
}

/** Logos and icons of the installation: re-encoded in a separate process, stored in the database. */
export class Branding {
  private readonly process = new IsolatedProcess<ImageRequest, EncodedImages>(script, { serialization: 'advanced' })
  private readonly platform: Pick<Platform, 'db' | 'settings' | 'config'>
  /** The product's own icons in the color of the last request, as a cache. */
  private defaults: { color: string; files: Promise<Map<string, Buffer>> } | null = null
  constructor(platform: Pick<Platform, 'db' | 'settings' | 'config'>) {
    this.platform = platform
  }

  /** Encodes and stores an uploaded image; the setting then names the returned file. Null for another kind of file. */
  async store(setting: BrandingSetting, source: Buffer): Promise<string | null> {
    const images = await this.encode(source, imageOutputs[setting], hashOf(setting, source))
    if (!images) return null
    const rows = [...images].map(([file, bytes]) => ({ file, setting, bytes }))
    await this.platform.db.transaction(async (tx) => {
      await tx.query(
        `delete from branding_images where setting = $1 and created_at < now() - $2::interval
         and ($3 = '' or position($3 in file) = 0)`,
        [setting, replacedTtl, hashInside(await this.platform.settings.get(setting))],
      )
      await tx
        .builder<SiteTables>()
        .insertInto('branding_images')
        .values(rows)
        .onConflict((conflict) => conflict.column('file').doUpdateSet({ created_at: new Date() }))
        .execute()
    })
    return rows[0]?.file ?? null
  }

  /** The bytes of a file, or null. */
  async read(file: string): Promise<Buffer | null> {
    const row = await this.platform.db
      .builder<SiteTables>()
      .selectFrom('branding_images')
      .select('bytes')
      .where('file', '=', file)
      .executeTakeFirst()
    return (row?.bytes as Buffer | undefined) ?? (await this.defaultIcons()).get(file) ?? null
  }

  /** The uploaded icons, else the product's own in the installation's color. */
  async icons(): Promise<AppIcons> {
    const { settings } = this.platform
    const [touchIcon, favicon] = await Promise.all([settings.get('app_touch_icon'), settings.get('app_favicon')])
    const hash = hashInside(touchIcon || favicon)
    if (hash)
      return {
        touchIcon: touchIcon || `icon-${hash}-192x192.png`,
        small: `icon-${hash}-192x192.png`,
        large: `icon-${hash}-512x512.png`,
        maskable: `maskable-${hash}-512x512.png`,
      }
    const [first = '', small = '', large = '', maskable = ''] = (await this.defaultIcons()).keys()
    return { touchIcon: first, small, large, maskable }
  }

  /** The logo of emails; null without one. */
  mailLogo(): Promise<MailLogo | null> {
    return mailLogo({ platform: this.platform, read: (file) => this.read(file), encode: this.encode })
  }

  stop(): void {
    this.process.stop()
  }

  private async defaultIcons(): Promise<Map<string, Buffer>> {
    const color = await this.platform.settings.get('app_color')
    if (this.defaults?.color !== color) {
      const source = Buffer.from(brandIcon(color, { bleed: true }))
      const files = this.encode(source, defaultIconOutputs, hashOf(source)).then((made) => {
        if (!made) throw new Error('the icons were not encoded')
        return made
      })
      this.defaults = { color, files }
      // The next request tries again.
      files.catch(() => {
        this.defaults = null
      })
    }
    return this.defaults.files
  }

  private readonly encode: EncodeImages = async (source, outputs, hash) => {
    const made = await this.process.runOnce({ source, outputs })
    if (!made) return null
    const files = outputs.flatMap((output, at): [string, Buffer][] => {
      const image = made.images[at]
      return image ? [[fileOf(output, hash, image), Buffer.from(image.bytes)]] : []
    })
    return new Map(files)
  }
}

/** The hash in the name of a file; empty without one. */
const hashInside = (file: string): string => imageFile.exec(file)?.[2] ?? ''
