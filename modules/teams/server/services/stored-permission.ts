import type { GivenPermission, TeamPermission } from '../../contract.ts'

/** The permission as stored (D6). */
export const storedPermission = (given: GivenPermission): TeamPermission => given.replace('-', '_') as TeamPermission
