import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { crossOriginHeaders, type Platform, platformErrors, serve } from '../../../platform/index.ts'
import { publicFiles, showBrandingImage } from '../../contract.ts'
import { brandIcon } from './brand-icon.ts'
import type { Branding } from './branding.ts'
import { webAppManifest } from './manifest.ts'

const mediaTypes: Record<string, string> = { '.webp': 'image/webp', '.png': 'image/png', '.jpg': 'image/jpeg' }
const cacheForAnHour = 'public, max-age=3600'

/** Logos, icons and the web app manifest. */
export const brandingRoutes = (app: FastifyInstance, platform: Platform, branding: Branding): void => {
  serve(app, showBrandingImage, async ({ params: { file } }, _request, reply) => {
    const image = await branding.read(file)
    if (!image) throw platformErrors.fail('not-found')
    // The name has a hash of the content.
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.headers(crossOriginHeaders)
    return reply.type(mediaTypes[extname(file)] ?? 'application/octet-stream').send(image)
  })

  serve(app, publicFiles.favicon, async (_call, _request, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', cacheForAnHour)
      .send(brandIcon(await platform.settings.get('app_color'))),
  )

  serve(app, publicFiles.touchIcon, async (_call, _request, reply) => {
    const icon = await branding.read((await branding.icons()).touchIcon)
    if (!icon) throw platformErrors.fail('not-found')
    return reply.type('image/png').header('cache-control', cacheForAnHour).send(icon)
  })

  serve(app, publicFiles.manifest, async (_call, { locale }, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(await webAppManifest(platform, branding, locale))),
  )
}
