/**
 * Runs `write` with files that all accounts can read: the account of the service reads what root installs and builds, with
 * whatever umask root has. The command that follows writes data with its own again.
 */
export const readableByAll = (write) => {
  const own = process.umask(0o022)
  try {
    return write()
  } finally {
    process.umask(own)
  }
}
