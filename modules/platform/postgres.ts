export { accountNamed, chownTree, type OsAccount } from './server/postgres/account.ts'
export { startEmbedded } from './server/postgres/embedded.ts'
export { findForeignServer } from './server/postgres/foreign-server.ts'
export { findServer } from './server/postgres/pid-file.ts'
