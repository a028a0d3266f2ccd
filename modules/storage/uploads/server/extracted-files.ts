import type { PendingFile } from './pending-file.ts'

/** Beginning of the principal of uploads that store files of archives, before the id of the extraction. */
export const extractionPrincipal = 'extract:'

/** Bytes of the account's traffic. An extracted file is none: its archive was, and nothing has crossed the network since. */
export const trafficOf = ({ scope, size }: Pick<PendingFile, 'scope' | 'size'>): number =>
  scope.actor.key.startsWith(extractionPrincipal) ? 0 : size
