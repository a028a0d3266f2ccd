import type { Item } from '../../storage/contract.ts'
import type { FilesTools } from '../../storage/ui.ts'
import { sharedWithMePath, teamFoldersPath } from './team-badge.ts'
import { teamsApi } from './teams.api.ts'

// i18n-keys: teams:really_dissolve_team.*, teams:really_leave_team.*
const confirmAnd = async (
  item: Item,
  { t, feedback, showError }: FilesTools,
  key: 'really_dissolve_team' | 'really_leave_team',
  run: () => Promise<{ message: string }>,
): Promise<boolean> => {
  const isConfirmed = await feedback.confirm({
    title: t(`teams:${key}.title`, { name: item.attributes.name }),
    body: t(`teams:${key}.body`),
    confirmLabel: t(`teams:${key}.confirm`),
    danger: true,
  })
  if (!isConfirmed) return false
  try {
    feedback.toast({ kind: 'success', text: (await run()).message })
    return true
  } catch (error) {
    showError(error)
    return false
  }
}

/** Dissolves a team after a confirmation. The folder stays. */
export const dissolveTeam = async (item: Item, tools: FilesTools): Promise<void> => {
  if (!(await confirmAnd(item, tools, 'really_dissolve_team', () => teamsApi.dissolve(item.id)))) return
  tools.setRelationship(item.id, 'members', undefined)
  tools.removeRows(teamFoldersPath, new Set([item.id]))
}

/** Leaves a team folder after a confirmation, and opens the list that it was in. */
export const leaveTeam = async (item: Item, tools: FilesTools): Promise<void> => {
  if (!(await confirmAnd(item, tools, 'really_leave_team', () => teamsApi.leave(item.id)))) return
  tools.removeRows(sharedWithMePath, new Set([item.id]))
  tools.openList(sharedWithMePath)
}
