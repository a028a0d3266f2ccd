import type { Principal } from '../../platform/index.ts'
import type { FolderQuery } from '../../storage/contract.ts'
import { ownScope } from '../../storage/index.ts'
import type { Invitation, TeamListing } from '../contract.ts'
import type { Invitations } from './services/invitations.ts'
import type { TeamListings } from './services/team-listings.ts'
import { presentInvitation } from './team.resource.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    teams: TeamPages
  }
}

/** Listings and invitations for server-rendered pages, in the shapes of the API. */
interface TeamPages {
  own(principal: Principal, id: string, query?: FolderQuery): Promise<TeamListing>
  sharedWithMe(principal: Principal, id: string, query?: FolderQuery): Promise<TeamListing>
  /** 404 for an unknown invitation, or one to another email; 410 for an answered one. */
  invitation(principal: Principal | null, id: string): Promise<Invitation>
}

export const createTeamPages = (listings: TeamListings, invitations: Invitations): TeamPages => ({
  own: (principal, id, query = {}) => listings.own(ownScope(principal), id, query),
  sharedWithMe: (principal, id, query = {}) => listings.sharedWithMe(ownScope(principal), id, query),
  invitation: async (principal, id) =>
    presentInvitation(await invitations.show(principal && { userId: principal.userId }, id)),
})
