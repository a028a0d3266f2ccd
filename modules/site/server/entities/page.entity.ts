import { defineEntity, p } from '@mikro-orm/core'
import type { TablesOf } from '../../../platform/index.ts'
import type { PageSlug } from '../../contract.ts'
import { BrandingImageEntity } from './branding.entity.ts'

/** A legal page. An empty title or content stands for the default text. */
const PageEntity = defineEntity({
  name: 'Page',
  tableName: 'pages',
  properties: {
    slug: p.text().$type<PageSlug>().primary(),
    visible: p.boolean().default(true),
    title: p.text().default(''),
    content: p.text().default(''),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
  },
})

export const siteEntities = [PageEntity, BrandingImageEntity] as const

export type SiteTables = TablesOf<typeof siteEntities>
