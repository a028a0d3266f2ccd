/**
 * Event between processes: role, status, limits or debts of an account changed. The account's own sockets get it only after
 * its limits or debts changed.
 */
export const accountChanged = 'account-changed'
/** Event for everybody: a setting changed. */
export const settingsChanged = 'settings-changed'
