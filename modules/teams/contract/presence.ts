import type { Person } from './members.ts'

/** Message of a tab: the folder that it shows (`{folder_id}`), or null. */
export const presenceMessage = 'presence'

/** Realtime event to the tabs that show a folder of a team: who else does. */
export const folderPresence = 'folder-presence'

/** `people`: the first eight, in the order in which they came; `total`: all of them, the reader included. */
export interface FolderPresence {
  folder_id: string
  people: Person[]
  total: number
}
