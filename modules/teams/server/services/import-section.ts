import { compileRowReader } from '../../../platform/index.ts'
import { array, object, string } from '../../../shared/contract.ts'
import type { Importer } from '../../../storage/index.ts'

const person = () => array(object({ email: string() }))
const TeamFolder = object({ name: string(), members: person(), invitations: person() })
const readFolder = compileRowReader(TeamFolder)

/** Names the people of team folders. Their folders are imported as any others: no person is invited behind their owner's back. */
export const teamsImporter: Importer = async ({ rows, leaveOut }) => {
  for await (const row of rows('folders')) {
    const folder = readFolder(row)
    if (!folder) continue
    // Those who have accepted are among both.
    const emails = new Set([...folder.members, ...folder.invitations].map(({ email }) => email))
    for (const email of emails) leaveOut('team-member', `${folder.name}: ${email}`)
  }
}
