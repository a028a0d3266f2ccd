import sharp from 'sharp'
import { anonymous } from './actors.ts'
import type { newAdmin } from './admins.ts'
import type { TestApp } from './app.ts'

/** A PNG with a position in its metadata. */
export const brandingPicture = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 4, background } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
    .png()
    .toBuffer()

/** Uploads the image of a setting, and downloads what visitors get. */
export const brandingCalls = (app: TestApp, admin: Pick<Awaited<ReturnType<typeof newAdmin>>, 'client'>) => ({
  upload(name: string, bytes: Buffer | string, client = admin.client) {
    const body = new FormData()
    body.set('file', new Blob([Buffer.from(bytes)]), 'logo.png')
    return client.fetch(`/api/admin/settings/images/${name}`, { method: 'POST', body })
  },
  async download(path: string) {
    const response = await anonymous(app).fetch(path)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  },
})
