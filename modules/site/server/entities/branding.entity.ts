import { defineEntity, p } from '@mikro-orm/core'

/** A re-encoded picture of the installation, in one size. */
export const BrandingImageEntity = defineEntity({
  name: 'BrandingImage',
  tableName: 'branding_images',
  indexes: [
    {
      name: 'branding_images_setting_index',
      expression: 'create index branding_images_setting_index on branding_images (setting)',
    },
  ],
  properties: {
    /** Part of its URL; has a hash of the upload, so that a new picture has a new URL. */
    file: p.text().primary(),
    /** The setting that it was uploaded for. */
    setting: p.text(),
    bytes: p.blob(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
