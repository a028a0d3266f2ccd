export {
  acceptInvitation,
  declineInvitation,
  Invitation,
  type InvitationStatus,
  patchInvitation,
  showInvitation,
} from './contract/invitations.ts'
export {
  type GivenPermission,
  listKnownPeople,
  Member,
  type MemberPermission,
  maxPeoplePerCall,
  NewInvitation,
  Person,
  type TeamPermission,
  teamPermissions,
} from './contract/members.ts'
export { listTeamMembers } from './contract/people.ts'
export { type FolderPresence, folderPresence, presenceMessage } from './contract/presence.ts'
export {
  browseSharedWithMe,
  browseTeamFolders,
  CreateTeamFolder,
  convertFolder,
  createTeamFolder,
  dissolveTeamFolder,
  leaveTeamFolder,
  type Members,
  maxListedMembers,
  replaceTeamFolder,
  TeamFolder,
  TeamListing,
  teamFolderTree,
  UpdateTeamFolder,
  updateTeamFolder,
} from './contract/team-folders.ts'

/** Realtime event: members, permissions or the name of a team folder of the account changed (`{folder_id}`). */
export const teamsChanged = 'teams-changed'
