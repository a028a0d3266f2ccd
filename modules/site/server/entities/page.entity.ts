import { defineEntity, p } from '@mikro-orm/core'
import type { TablesOf } from '../../../platform/index.ts'
import type { PageSlug } from '../../contract.ts'
import { BrandingImageEntity } from './branding.entity.ts'

/** A legal page. */
const PageEntity = defineEntity({
  name: 'Page',
  tableName: 'pages',
  properties: {
    slug: p.text().$type<PageSlug>().primary(),
    visible: p.boolean().default(true),
    updatedAt: p.datetime().columnType('timestamptz').fieldName('updated_at').defaultRaw('now()'),
  },
})

/** The operator's texts of a legal page in one language; an empty title or content is none. */
const PageTextEntity = defineEntity({
  name: 'PageText',
  tableName: 'page_texts',
  properties: {
    slug: p.manyToOne(PageEntity).mapToPk().primary().fieldName('slug').deleteRule('cascade').updateRule('no action'),
    locale: p.text().primary(),
    title: p.text().default(''),
    content: p.text().default(''),
  },
})

export const siteEntities = [PageEntity, PageTextEntity, BrandingImageEntity] as const

export type SiteTables = TablesOf<typeof siteEntities>
