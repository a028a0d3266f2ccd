import { type Sql, turnOnWhereStored } from '../../platform/index.ts'
import { gatewayNames } from '../contract.ts'
import { credentialsSetting } from './gateways/credentials.ts'

/**
 * Pauses payments in a database that was restored from a backup, where credentials of a gateway are stored. It may be a copy
 * beside its original, which goes on charging the same cards. False: there are none.
 */
export const pausePayments = (sql: Sql): Promise<boolean> =>
  turnOnWhereStored(sql, 'payments_paused', gatewayNames.map(credentialsSetting))
