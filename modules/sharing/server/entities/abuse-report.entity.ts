import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../users/index.ts'
import type { AbuseReason } from '../../contract.ts'
import { ShareLinkEntity } from './share-link.entities.ts'

const time = () => p.datetime().columnType('timestamptz')

/** A visitor's report of a link. It outlives the link, but not the account of the link's owner. */
export const AbuseReportEntity = defineEntity({
  name: 'AbuseReport',
  tableName: 'abuse_reports',
  indexes: [
    { name: 'abuse_reports_owner_id_index', properties: ['ownerId'] },
    { name: 'abuse_reports_share_id_index', properties: ['shareId'] },
    {
      name: 'abuse_reports_open_index',
      expression: 'create index abuse_reports_open_index on abuse_reports (id) where resolved_at is null',
    },
  ],
  checks: [
    {
      name: 'abuse_reports_resolution_check',
      expression: "resolution in ('link-closed', 'owner-suspended', 'dismissed')",
    },
  ],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    shareId: p.manyToOne(ShareLinkEntity).mapToPk().fieldName('share_id').deleteRule('set null').nullable(),
    ownerId: p.manyToOne(UserEntity).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    /** Name of the shared item when it was reported. */
    itemName: p.text().fieldName('item_name'),
    reason: p.text().$type<AbuseReason>(),
    message: p.text().nullable(),
    /** The reporter's email, if given. */
    email: p.text().nullable(),
    createdAt: time().fieldName('created_at').defaultRaw('now()'),
    resolvedAt: time().fieldName('resolved_at').nullable(),
    resolution: p.text().$type<'link-closed' | 'owner-suspended' | 'dismissed'>().nullable(),
  },
})
