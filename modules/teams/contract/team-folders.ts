import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  SuccessMessage,
  single,
  string,
  uuid,
} from '../../shared/contract.ts'
import {
  CreateFolder,
  FolderQuery,
  folderParam,
  Item,
  Listing,
  nameErrors,
  pageErrors,
  Tree,
  targetErrors,
} from '../../storage/contract.ts'
import { Email } from '../../users/contract.ts'
import { Invitation } from './invitations.ts'
import { Member, maxPeoplePerCall, NewInvitation, Person, teamPermissions } from './members.ts'

/** Members and invitations in a team folder's resource, the owner first; `meta.total` and `meta.invited` count all. */
export const maxListedMembers = 20

const Members = object({
  data: array(Member),
  meta: object({
    total: integer(),
    /** Number of open invitations, and the first of their emails; for the owner only. */
    invited: optional(integer()),
    invited_emails: optional(array(string())),
  }),
})
export type Members = Static<typeof Members>

/** A folder with its team. Invitations are the first without an answer, and only for the owner; `…/members` has all people. */
export const TeamFolder = object({
  ...Item.properties,
  attributes: object({
    ...Item.properties.attributes.properties,
    /** The caller's permission. */
    permission: oneOf([...teamPermissions, 'owner']),
  }),
  relationships: object({
    ...Item.properties.relationships.properties,
    members: Members,
    invitations: object({ data: array(Invitation) }),
    user: optional(object({ data: Person })),
  }),
})
export type TeamFolder = Static<typeof TeamFolder>

/** A listing with the team folder that it is in; null for the list of team folders. */
export const TeamListing = object({
  data: Listing.properties.data,
  meta: object({
    ...Listing.properties.meta.properties,
    teamFolder: nullable(object({ data: TeamFolder })),
  }),
})
export type TeamListing = Static<typeof TeamListing>

const id = object({ id: uuid() })
const inviteErrors = ['teams.members-limit', 'teams.invitations-limit', 'teams.invite-yourself'] as const

export const browseTeamFolders = endpoint({
  method: 'GET',
  path: '/api/teams/folders/:id',
  summary: 'List the own team folders, or a folder in one',
  access: 'session',
  params: folderParam,
  query: FolderQuery,
  response: { 200: TeamListing },
  errors: [...pageErrors, 'teams.team-folder-not-found'],
})

export const browseSharedWithMe = endpoint({
  method: 'GET',
  path: '/api/teams/shared-with-me/:id',
  summary: 'List the team folders of others, or a folder in one',
  access: 'session',
  params: folderParam,
  query: FolderQuery,
  response: { 200: TeamListing },
  errors: [...pageErrors, 'teams.team-folder-not-found'],
})

const invitations = () => array(NewInvitation, { maxItems: maxPeoplePerCall })

export const CreateTeamFolder = object({
  name: CreateFolder.properties.name,
  color: CreateFolder.properties.color,
  emoji: CreateFolder.properties.emoji,
  invitations: array(NewInvitation, { minItems: 1, maxItems: maxPeoplePerCall }),
})
export type CreateTeamFolder = Static<typeof CreateTeamFolder>

export const createTeamFolder = endpoint({
  method: 'POST',
  path: '/api/teams/folders',
  summary: 'Create a team folder',
  access: 'session',
  body: CreateTeamFolder,
  response: { 201: single(TeamFolder) },
  errors: [
    'teams.team-folder-restricted',
    ...inviteErrors,
    ...nameErrors,
    'storage.create-folder-restricted',
    'storage.disk-full',
    'storage.emoji-unknown',
  ],
})

export const convertFolder = endpoint({
  method: 'POST',
  path: '/api/teams/folders/:id/convert',
  summary: 'Turn a folder into a team folder',
  access: 'session',
  params: id,
  body: object({ invitations: array(NewInvitation, { minItems: 1, maxItems: maxPeoplePerCall }) }),
  response: { 201: single(TeamFolder) },
  errors: [
    'teams.team-folder-restricted',
    'teams.already-team-folder',
    ...inviteErrors,
    ...targetErrors,
    'storage.item-not-found',
    'storage.folder-only',
    'storage.forbidden',
  ],
})

const members = () =>
  array(object({ id: uuid(), permission: oneOf([...teamPermissions, 'can-edit', 'can-view', 'owner']) }), {
    maxItems: maxPeoplePerCall,
  })

/**
 * Replaces members and open invitations; a missing list stays as it is. People who are not listed lose access. Or `changes`:
 * changes the named people and leaves all others, in team folders of any size.
 */
export const UpdateTeamFolder = object({
  members: optional(members()),
  invitations: optional(invitations()),
  changes: optional(
    object({
      /** Members with another permission. */
      members: optional(members()),
      /** New people, and invited ones with another permission. */
      invitations: optional(invitations()),
      /** Ids of members who lose access. */
      removed: optional(array(uuid(), { maxItems: maxPeoplePerCall })),
      /** Emails of invited people; a person who has joined meanwhile loses access. */
      withdrawn: optional(array(Email, { maxItems: maxPeoplePerCall })),
    }),
  ),
})
export type UpdateTeamFolder = Static<typeof UpdateTeamFolder>

export const updateTeamFolder = endpoint({
  method: 'PATCH',
  path: '/api/teams/folders/:id',
  summary: 'Change who may access a team folder',
  access: 'session',
  params: id,
  body: UpdateTeamFolder,
  response: { 200: single(TeamFolder) },
  errors: ['teams.team-folder-not-found', 'teams.owner-only', ...inviteErrors],
})

/** The same by PUT. */
export const replaceTeamFolder = endpoint({
  method: 'PUT',
  path: '/api/teams/folders/:id',
  summary: 'Replace who may access a team folder',
  access: 'session',
  params: id,
  body: UpdateTeamFolder,
  response: { 200: single(TeamFolder) },
  errors: ['teams.team-folder-not-found', 'teams.owner-only', ...inviteErrors],
})

export const dissolveTeamFolder = endpoint({
  method: 'DELETE',
  path: '/api/teams/folders/:id',
  summary: 'Dissolve a team; the folder stays with its owner',
  access: 'session',
  params: id,
  response: { 200: SuccessMessage },
  errors: ['teams.team-folder-not-found', 'teams.owner-only'],
})

export const leaveTeamFolder = endpoint({
  method: 'DELETE',
  path: '/api/teams/folders/:id/leave',
  summary: 'Leave a team folder',
  access: 'session',
  params: id,
  response: { 200: SuccessMessage },
  errors: ['teams.team-folder-not-found', 'teams.owner-cannot-leave'],
})

/**
 * The tree of the team folder that contains the folder, as one root. `sort`: order of siblings, `name` (default) or
 * `created_at`.
 */
export const teamFolderTree = endpoint({
  method: 'GET',
  path: '/api/teams/folders/:id/tree',
  summary: 'List the folders of a team folder as a tree',
  access: 'session',
  params: id,
  query: object({ sort: optional(string({ maxLength: 20 })), direction: optional(string({ maxLength: 4 })) }),
  response: { 200: array(Tree) },
  errors: ['teams.team-folder-not-found'],
})
