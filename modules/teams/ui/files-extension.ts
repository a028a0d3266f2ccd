import { LogOut, UserCheck, UserCog, UserPlus, Users, UserX } from 'lucide-react'
import type { Item } from '../../storage/contract.ts'
import type { FilesExtension } from '../../storage/ui.ts'
import { lazyComponent, loadInTime } from '../../web/ui.ts'
import { loadTeamsApi } from '../client/load-teams-api.ts'
import { isInOwnTeamFolder, sharedWithMePath, teamBadgeOf, teamFoldersPath } from '../client/team-badge.ts'
import type { teamsApi } from '../client/teams.api.ts'
import { MembersCell, TeamBadge, TeamFolderBadge, TeamNote, TeamSummary } from './TeamBadges.tsx'

const ConvertDialog = lazyComponent(async () => (await import('./TeamItemDialogs.tsx')).ConvertDialog)
const TeamHeader = lazyComponent(async () => (await import('./TeamHeader.tsx')).TeamHeader)
const TeamSection = lazyComponent(async () => (await import('./TeamSection.tsx')).TeamSection)
const MembersDialog = lazyComponent(async () => (await import('./TeamItemDialogs.tsx')).MembersDialog)

const loadEnds = loadInTime(() => import('../client/end-membership.ts'))

type Calls = Pick<typeof teamsApi, 'ownPage' | 'sharedPage' | 'sharedLevel' | 'people'>

/** A call of the API, whose code is loaded with the first one. */
const loaded = <Name extends keyof Calls>(name: Name): Calls[Name] =>
  (async (...given: never[]) => {
    const call = (await loadTeamsApi())[name] as (...given: never[]) => Promise<unknown>
    return call(...given)
  }) as Calls[Name]

const isOwnTeam = (item: Item | null, view: string) =>
  item !== null && view !== sharedWithMePath && teamBadgeOf(item) !== null

/** Additions of teams to the files screens: two lists, actions with their dialogs, a badge and a section of the details. */
export const teamsFilesExtension: FilesExtension = {
  id: 'teams',
  lists: [
    {
      section: teamFoldersPath,
      labelKey: 'teams:own.title',
      goKey: 'teams:own.go',
      emptyKey: 'teams:own.empty',
      emptyTextKey: 'teams:own.emptyText',
      icon: Users,
      page: loaded('ownPage'),
      offline: true,
      columns: ['updated_at', '+members'],
      Subtitle: TeamSummary,
      leadsTo: isInOwnTeamFolder,
    },
    {
      section: sharedWithMePath,
      labelKey: 'teams:shared.title',
      goKey: 'teams:shared.go',
      emptyKey: 'teams:shared.empty',
      emptyTextKey: 'teams:shared.emptyText',
      icon: UserCheck,
      phoneTabs: 'shared',
      page: loaded('sharedPage'),
      level: loaded('sharedLevel'),
      offline: true,
      columns: ['owner', 'updated_at', '+members'],
      Subtitle: TeamSummary,
      leadsTo: ({ attributes }) => attributes.access !== undefined,
    },
  ],
  actions: [
    {
      id: 'team-convert',
      icon: UserPlus,
      labelKey: () => 'teams:menu.convert',
      offered: (item, view) => item?.type === 'folder' && view !== 'trash' && teamBadgeOf(item) === null,
      run: ([item], { open, permitted }) => item && permitted('create-team-folder') && open('team-convert', item),
    },
    {
      id: 'team-members',
      icon: UserCog,
      labelKey: () => 'teams:menu.members',
      offered: isOwnTeam,
      run: ([item], { open }) => item && open('team-members', item),
    },
    {
      id: 'team-dissolve',
      icon: UserX,
      labelKey: () => 'teams:menu.dissolve',
      danger: true,
      offered: isOwnTeam,
      run: async ([item], tools) => item && (await loadEnds()).dissolveTeam(item, tools),
    },
    {
      id: 'team-leave',
      icon: LogOut,
      labelKey: () => 'teams:menu.leave',
      danger: true,
      offered: (_one, _view, isTop) => isTop,
      forOthersItems: true,
      run: async ([item], tools) => item && (await loadEnds()).leaveTeam(item, tools),
    },
  ],
  pages: [
    {
      id: 'team-folders',
      labelKey: 'teams:own.title',
      icon: Users,
      href: teamFoldersPath,
      create: { labelKey: 'teams:menu.create', href: `${teamFoldersPath}?new`, restrictedBy: 'create-team-folder' },
      createOnly: true,
    },
  ],
  dialogs: { 'team-convert': ConvertDialog, 'team-members': MembersDialog },
  columns: { '+members': { labelKey: 'teams:members', width: 160, Cell: MembersCell } },
  Badge: TeamBadge,
  FolderBadge: TeamFolderBadge,
  FolderHeader: TeamHeader,
  DestinationNote: TeamNote,
  people: loaded('people'),
  Section: TeamSection,
}
