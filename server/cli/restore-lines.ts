/** Result of `restore`, as its JSON reports it. */
interface RestoreResult {
  id: string
  blobs: number
  bytes: number
  damaged: readonly string[]
  scheduled_backups: string
  payments: string
  emails: string
  postponed_deletions: readonly { email: string; status: string }[]
}

/** The lines that `restore` prints at its end. */
export const restoreLines = (report: RestoreResult, takeOver: boolean): string[] => {
  const missing = report.damaged.length > 0 ? `; ${report.damaged.length} blobs were not in it, or damaged` : ''
  const deletionsOf = (status: string) =>
    report.postponed_deletions.flatMap((account) => (account.status === status ? [account.email] : [])).join(', ')
  const [cancellable, suspended] = [deletionsOf('active'), deletionsOf('suspended')]
  const lines: [isSaid: boolean, line: string][] = [
    [true, `restored backup ${report.id}: ${report.blobs} blobs, ${report.bytes} bytes${missing}`],
    [
      true,
      'Everybody has to sign in again. Personal tokens and suspensions are those of the backup: end again what was ended since.',
    ],
    [
      true,
      'Retention times begin anew: nothing that was in the trash, and no earlier version, is deleted before they have passed again.',
    ],
    [
      cancellable !== '',
      `The deletion of these accounts was pending. It begins in a week, unless they cancel it: ${cancellable}.`,
    ],
    [
      suspended !== '',
      `These accounts are suspended, so that they cannot cancel their deletion. It goes on in a week. To keep one, run \`coffer user reactivate --email …\` before, which cancels an administrator’s order; others can cancel it then: ${suspended}.`,
    ],
    [
      report.scheduled_backups === 'off',
      takeOver
        ? 'Scheduled backups are off here. Set their target again under Settings → General.'
        : 'Scheduled backups are off here, because the former installation may still make them. Set another target under Settings → General. To use its target, when it has ended permanently, delete the file coffer-backups there first.',
    ],
    [
      report.emails === 'paused',
      'Emails are paused here and written to DATA_DIR/mail, because the former installation may still send them to the same people. Turn “Pause emails” off under Settings → General when it has ended permanently.',
    ],
    [
      report.payments === 'paused',
      'Payments are paused here, because the former installation may still charge the same people. Turn them on under Payments when it has ended permanently.',
    ],
  ]
  return lines.flatMap(([isSaid, line]) => (isSaid ? [line] : []))
}
