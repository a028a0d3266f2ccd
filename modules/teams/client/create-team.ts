import { type CreatedOnce, createOnce } from '../../shared/contract.ts'
import { CallError, call } from '../../web/ui.ts'
import { browseTeamFolders, convertFolder, createTeamFolder, type NewInvitation, type TeamFolder } from '../contract.ts'

/** Null when the folder is no team folder. */
const findTeam = async (id: string): Promise<TeamFolder | null> => {
  try {
    const { meta } = await call(browseTeamFolders, { params: { id }, query: { per_page: 1 } })
    // For a folder inside a team folder, `teamFolder` is the one that contains it.
    return meta.teamFolder?.data.id === id ? meta.teamFolder.data : null
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}

const newestFirst = { sort: 'created_at', direction: 'DESC' } as const
const listOwn = async () =>
  (await call(browseTeamFolders, { params: { id: 'all' }, query: newestFirst })).data.map(({ data }) => data)

/** Creates the team folder of a form, whose people get one email also after a lost response. */
export const createTeamOnce = () => {
  const create = createOnce({ list: listOwn, read: ({ id }) => findTeam(id) })
  return (body: { name: string; invitations: NewInvitation[] }): Promise<CreatedOnce<TeamFolder>> =>
    create(body, async () => (await call(createTeamFolder, { body })).data)
}

/** The same for a folder that becomes a team folder. */
export const convertOnce = (id: string) => {
  const list = async () => [await findTeam(id)].filter((team) => team !== null)
  const convert = createOnce({ list, read: (team: TeamFolder) => team })
  return (body: { invitations: NewInvitation[] }): Promise<CreatedOnce<TeamFolder>> =>
    convert(body, async () => (await call(convertFolder, { params: { id }, body })).data)
}
