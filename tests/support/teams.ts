import { randomUUID } from 'node:crypto'
import type { TeamFolder, TeamPermission } from '../../modules/teams/contract.ts'
import { type Actor, execute, proveEmail, type Target, targetOf } from './actors.ts'

interface Listed {
  data: { data: { id: string; email: string } }[]
}

/** A team folder of the owner to which these people are invited. */
export const createTeam = async (
  owner: Actor,
  people: readonly [Pick<Actor, 'email'>, TeamPermission][],
  name = 'Project',
): Promise<TeamFolder> => {
  const invitations = people.map(([{ email }, permission]) => ({ type: 'invitation', email, permission }))
  const { status, body } = await owner.client.post<{ data: TeamFolder }>('/api/teams/folders', { name, invitations })
  if (status !== 201) throw new Error(`POST /api/teams/folders: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Id in the link of the newest invitation of this person, which no API call returns to the inviter. */
export const invitationOf = async (
  target: Target,
  { id }: Pick<TeamFolder, 'id'>,
  { email }: Pick<Actor, 'email'>,
): Promise<string> => {
  const found = await execute<{ id: string }>(
    target,
    'select id from team_invitations where folder_id = $1 and email = $2 order by created_at desc limit 1',
    [id, email],
  )
  if (!found?.[0]) throw new Error(`${email} is not invited`)
  return found[0].id
}

/** The invited person proves their email and accepts. */
export const acceptInvitation = async (team: TeamFolder, member: Actor): Promise<void> => {
  await proveEmail(member)
  const { status } = await member.client.put(
    `/api/teams/invitations/${await invitationOf(targetOf(member), team, member)}`,
  )
  if (status !== 200) throw new Error(`accept: ${status}`)
}

/** As `createTeam`, with the invitations accepted. */
export const teamWith = async (
  owner: Actor,
  people: readonly [Actor, TeamPermission][],
  name?: string,
): Promise<TeamFolder> => {
  const team = await createTeam(owner, people, name)
  for (const [member] of people) await acceptInvitation(team, member)
  return team
}

/** Changes the members of a team folder. */
export const setMembers = (owner: Actor, folderId: string, members: { id: string; permission: TeamPermission }[]) =>
  owner.client.patch<{ data: TeamFolder }>(`/api/teams/folders/${folderId}`, { members })

/** Ids of the team folders that are shared with this person. */
export const sharedWith = async ({ client }: Actor): Promise<string[]> =>
  (await client.get<Listed>('/api/teams/shared-with-me/all')).body.data.map(({ data }) => data.id)

/** The answer to a created item. */
export interface CreatedItem {
  data: { id: string; attributes: { name: string; file_url: string; parent_id: string | null } }
}

/** Uploads a small file into a folder, as its owner or a member. */
export const uploadText = async ({ client }: Actor, parent: string | null, name: string, text = 'some text') => {
  const fields = {
    name,
    upload_id: randomUUID(),
    offset: '0',
    is_last_chunk: 'true',
    ...(parent && { parent_id: parent }),
  }
  const query = new URLSearchParams({ ...fields, total_size: String(text.length) })
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await client.fetch(`/api/upload/chunks?${query}`, { method: 'POST', headers, body: text })
  return { status: answer.status, body: (await answer.json()) as CreatedItem }
}
