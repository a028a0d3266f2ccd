import type { AnyEvent, EventMap } from '../../platform/index.ts'
import type { Account } from '../../users/index.ts'

type InvitedToTeam = EventMap['teams.invitation.sent']
type InvitedToUpload = EventMap['sharing.request.invited']

/** State of invitations, read from the modules that send them: it changes without an event. */
export interface InvitationSources {
  /** Invitations to team folders that this account may answer, as payloads of their event; oldest first. */
  invitationsTo(account: Pick<Account, 'id' | 'email'>): Promise<InvitedToTeam[]>
  /** Open upload requests that were sent to this account, as payloads of their event; oldest first. */
  requestsTo(account: Pick<Account, 'id' | 'email'>): Promise<InvitedToUpload[]>
  /** Ids of the given invitations to team folders that this account can still answer. */
  openInvitations(userId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Paths of the links of these upload requests, by id; without deleted ones. The link is a secret, not stored here. */
  requestPaths(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Where notifications lead: it changes without an event, too. */
export interface ActionSources extends Pick<InvitationSources, 'openInvitations' | 'requestPaths'> {
  /** Paths of the comments on those of the items that the user may open, by id; without those in the trash. */
  commentPaths(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Events about an email that may belong to an account. */
export type InvitingEvent = Extract<AnyEvent, { name: 'teams.invitation.sent' | 'sharing.request.invited' }>

export const isInvitingEvent = (event: AnyEvent): event is InvitingEvent =>
  event.name === 'teams.invitation.sent' || event.name === 'sharing.request.invited'

interface Deps {
  sources: InvitationSources
  accounts: { byId(id: string): Promise<Account | null> }
  /** Creates the notification of an event, unless its user has it already. */
  create(event: InvitingEvent): Promise<void>
}

/**
 * Notifies the accounts of invited emails, once these are proven: somebody else may have registered an unproven email, and
 * must neither learn who has invited its owner nor get the link.
 */
export class InvitedAccounts {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /** Notifies the account, unless its email is not proven, or the invitation was answered or withdrawn meanwhile. */
  async notify(event: InvitingEvent): Promise<void> {
    const { userId } = event.payload
    const account = userId === null ? null : await this.deps.accounts.byId(userId)
    if (account?.email_proven_at && (await this.isOpen(account.id, event))) await this.deps.create(event)
  }

  private async isOpen(userId: string, { name, payload }: InvitingEvent): Promise<boolean> {
    const { openInvitations, requestPaths } = this.deps.sources
    if (name === 'teams.invitation.sent')
      return (await openInvitations(userId, [payload.invitationId])).has(payload.invitationId)
    return (await requestPaths([payload.requestId])).has(payload.requestId)
  }

  /** Notifies the account of all its open invitations, after its email was proven. */
  async notifyAll(userId: string): Promise<void> {
    const { accounts, sources, create } = this.deps
    const account = await accounts.byId(userId)
    if (!account?.email_proven_at) return
    for (const payload of await sources.invitationsTo(account)) await create({ name: 'teams.invitation.sent', payload })
    for (const payload of await sources.requestsTo(account)) await create({ name: 'sharing.request.invited', payload })
  }
}
