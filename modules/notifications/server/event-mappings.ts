import type { BillingEvents } from '../../billing/index.ts'
import { toDecimal } from '../../shared/contract.ts'
import type { SharingEvents } from '../../sharing/index.ts'
import type { StorageEvents } from '../../storage/index.ts'
import type { TeamsEvents } from '../../teams/index.ts'
import type { NotificationGrouping } from './services/group-unread.ts'
import type { NewNotification, NotificationOfMany } from './services/notifications.ts'

type MappableEvents = StorageEvents & SharingEvents & TeamsEvents & BillingEvents
export type MappedNotification = NewNotification | (NotificationOfMany & { grouping?: NotificationGrouping }) | null
type EventMappings = { [Name in keyof MappableEvents]?: (event: MappableEvents[Name]) => MappedNotification }

const toBilling = { type: 'route', params: { route: 'Billing', id: null } } as const
const toSharedFolders = { type: 'route', params: { route: 'SharedWithMe', id: null } } as const
const toDashboard = { type: 'route', params: { route: 'AdminDashboard', id: null } } as const

/**
 * Event → the notification that it creates for one or several users, or null. A module that wants to notify users emits an
 * event, which gets an entry here and texts under `notifications:text.{template}`.
 */
export const eventMappings: EventMappings = {
  // i18n-keys: notifications:text.remoteUploadDone.*, notifications:text.remoteUploadPartly.*
  // i18n-keys: notifications:text.remoteUploadFailed.*
  'storage.remote-upload.completed': ({ ownerId, processed, failed, parentId }) => {
    const done = processed - failed
    const template = failed === 0 ? 'remoteUploadDone' : done > 0 ? 'remoteUploadPartly' : 'remoteUploadFailed'
    return {
      userId: ownerId,
      category: 'remote-upload-done',
      template,
      params: { count: failed === 0 || done === 0 ? processed : done, failed },
      action: { type: 'route', params: { route: 'Files', id: parentId } },
    }
  },
  // i18n-keys: notifications:text.commented.*, notifications:text.commentedMore.*
  'storage.comment.created': ({ userIds, itemId, item, author }) => ({
    userIds,
    category: 'comment',
    template: 'commented',
    params: { item, author, itemId },
    action: { type: 'comments', params: { id: itemId } },
    grouping: { by: 'itemId', template: 'commentedMore' },
  }),
  // i18n-keys: notifications:text.backupFailed.*
  'storage.backup.failed': ({ userId, reason }) => ({
    userId,
    category: 'system-alert',
    template: 'backupFailed',
    params: { reason },
    action: toDashboard,
  }),
  // i18n-keys: notifications:text.backupDamaged.*, notifications:text.contentDamaged.*
  'storage.backup.damaged': ({ userId, count, repaired }) => ({
    userId,
    category: 'system-alert',
    template: 'backupDamaged',
    params: { count, repaired },
    action: toDashboard,
  }),
  'storage.content.damaged': ({ userId, count }) => ({
    userId,
    category: 'system-alert',
    template: 'contentDamaged',
    params: { count },
    action: toDashboard,
  }),
  // i18n-keys: notifications:text.deletionsPaused.*
  'storage.deletions.paused': ({ userId }) => ({
    userId,
    category: 'system-alert',
    template: 'deletionsPaused',
    params: {},
    action: toDashboard,
  }),
  // i18n-keys: notifications:text.bonus.*
  'billing.balance.credited': ({ userId, amount, currency }) => ({
    userId,
    category: 'gift',
    template: 'bonus',
    params: { amount: toDecimal({ amount, currency }), currency },
    action: toBilling,
  }),
  // i18n-keys: notifications:text.subscriptionCreated.*, notifications:text.paymentFailed.*
  // i18n-keys: notifications:text.paymentReminder.*, notifications:text.billingAlert.*
  'billing.subscription.activated': ({ userId }) => ({
    userId,
    category: 'subscription-created',
    template: 'subscriptionCreated',
    params: {},
    action: toBilling,
  }),
  'billing.payment.failed': ({ userId, amount, currency }) => ({
    userId,
    category: 'insufficient-balance',
    template: 'paymentFailed',
    params: { amount: toDecimal({ amount, currency }), currency },
    action: toBilling,
  }),
  // i18n-keys: notifications:text.renewalFailed.*
  'billing.renewal.failed': ({ userId, plan }) => ({
    userId,
    category: 'payment-alert',
    template: 'renewalFailed',
    params: { plan },
    action: toBilling,
  }),
  // i18n-keys: notifications:text.subscriptionCancelled.*, notifications:text.subscriptionCancelledByAdmin.*
  // i18n-keys: notifications:text.subscriptionEnded.*
  'billing.subscription.cancelled': ({ userId, plan, until, limit, by }) =>
    // Users who cancel by themselves know it, and get an email.
    by === 'user'
      ? null
      : {
          userId,
          category: 'payment-alert',
          template: by === 'administrator' ? 'subscriptionCancelledByAdmin' : 'subscriptionCancelled',
          params: { plan, date: until, bytes: limit },
          action: toBilling,
        },
  'billing.subscription.ended': ({ userId, plan, at, limit }) => ({
    userId,
    category: 'payment-alert',
    template: 'subscriptionEnded',
    params: { plan, date: at, bytes: limit },
    action: toBilling,
  }),
  'billing.reminder.due': ({ userId }) => ({
    userId,
    category: 'payment-alert',
    template: 'paymentReminder',
    params: {},
    action: toBilling,
  }),
  'billing.alert.reached': ({ userId, amount, currency }) => ({
    userId,
    category: 'billing-alert',
    template: 'billingAlert',
    params: { amount: toDecimal({ amount, currency }), currency },
    action: toBilling,
  }),
  // i18n-keys: notifications:text.paymentDisputed.*, notifications:text.disputeLost.*, notifications:text.disputeWon.*
  'billing.payment.disputed': ({ userId, status, amount, currency }) => ({
    userId,
    category: 'system-alert',
    template: { open: 'paymentDisputed', taken: 'disputeLost', closed: 'disputeWon' }[status],
    params: { amount: toDecimal({ amount, currency }), currency },
    action: { type: 'route', params: { route: 'AdminDashboard', id: null } },
  }),
  // i18n-keys: notifications:text.paymentUnneeded.*
  'billing.payment.unneeded': ({ userId, amount, currency }) => ({
    userId,
    category: 'system-alert',
    template: 'paymentUnneeded',
    params: { amount: toDecimal({ amount, currency }), currency },
    action: { type: 'route', params: { route: 'AdminDashboard', id: null } },
  }),
  // i18n-keys: notifications:text.refundFailed.*, notifications:text.refundFailedPlanEnded.*
  'billing.refund.failed': ({ userId, amount, currency, isPlanEnded }) => ({
    userId,
    category: 'system-alert',
    template: isPlanEnded ? 'refundFailedPlanEnded' : 'refundFailed',
    params: { amount: toDecimal({ amount, currency }), currency },
    action: { type: 'route', params: { route: 'AdminDashboard', id: null } },
  }),
  // i18n-keys: notifications:text.balanceFunded.*
  'billing.balance.funded': ({ userId, amount, currency }) => ({
    userId,
    category: 'payment-alert',
    template: 'balanceFunded',
    params: { amount: toDecimal({ amount, currency }), currency },
    action: toBilling,
  }),
  // i18n-keys: notifications:text.linkDownloaded.*
  'sharing.link.downloaded': ({ ownerId, item, notifyOwner }) =>
    notifyOwner
      ? {
          userId: ownerId,
          category: 'link-downloaded',
          template: 'linkDownloaded',
          params: { item },
          action: { type: 'route', params: { route: 'MySharedItems', id: null } },
        }
      : null,
  // i18n-keys: notifications:text.requestInvited.*, notifications:text.requestReceived.*
  // i18n-keys: notifications:text.requestAnswered.*, notifications:text.requestAnsweredLate.*
  // i18n-keys: notifications:text.requestClosed.*
  'sharing.request.invited': ({ userId, requestId, owner }) =>
    userId === null
      ? null
      : {
          userId,
          category: 'file-request',
          template: 'requestInvited',
          params: { owner },
          action: { type: 'request', params: { id: requestId } },
          mail: 'sent',
        },
  'sharing.request.received': ({ ownerId, folderId, from, title, count, late }) => ({
    userId: ownerId,
    category: 'file-request',
    template: late > 0 ? 'requestAnsweredLate' : 'requestAnswered',
    params: { from, title, count, late },
    action: { type: 'route', params: { route: 'Files', id: folderId } },
    mail: 'soon',
  }),
  'sharing.request.closed': ({ ownerId, folderId, title }) => ({
    userId: ownerId,
    category: 'file-request',
    template: 'requestClosed',
    params: { title },
    action: { type: 'route', params: { route: 'Files', id: folderId } },
    mail: 'soon',
  }),
  // i18n-keys: notifications:text.teamInvitation.*, notifications:text.teamJoined.*, notifications:text.teamLeft.*
  'teams.invitation.sent': ({ userId, invitationId, inviter, folder }) =>
    userId === null
      ? null
      : {
          userId,
          category: 'team-invitation',
          template: 'teamInvitation',
          params: { inviter, folder },
          action: { type: 'invitation', params: { id: invitationId } },
          mail: 'sent',
        },
  'teams.member.joined': ({ ownerId, folderId, member, folder }) => ({
    userId: ownerId,
    category: 'team-invitation',
    template: 'teamJoined',
    params: { member, folder },
    action: { type: 'route', params: { route: 'TeamFolders', id: folderId } },
  }),
  'teams.member.left': ({ ownerId, folderId, member, folder }) => ({
    userId: ownerId,
    category: 'team-invitation',
    template: 'teamLeft',
    params: { member, folder },
    action: { type: 'route', params: { route: 'TeamFolders', id: folderId } },
  }),
  // i18n-keys: notifications:text.teamRemoved.*, notifications:text.teamDissolved.*
  // i18n-keys: notifications:text.teamCanView.*, notifications:text.teamCanEdit.*
  'teams.members.removed': ({ userIds, owner, folder }) => ({
    userIds,
    category: 'team-invitation',
    template: 'teamRemoved',
    params: { owner, folder },
    action: toSharedFolders,
  }),
  'teams.permission.changed': ({ userIds, folderId, permission, owner, folder }) => ({
    userIds,
    category: 'team-invitation',
    template: permission === 'can_view' ? 'teamCanView' : 'teamCanEdit',
    params: { owner, folder },
    action: { type: 'route', params: { route: 'SharedWithMe', id: folderId } },
  }),
  'teams.folder.dissolved': ({ userIds, owner, folder }) => ({
    userIds,
    category: 'team-invitation',
    template: 'teamDissolved',
    params: { owner, folder },
    action: toSharedFolders,
  }),
}
