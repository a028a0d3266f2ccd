import type { Billing } from '../../../../billing/index.ts'
import type { Platform } from '../../../../platform/index.ts'
import type { StorageApi } from '../../../../storage/index.ts'
import type { HealthCheck, HealthCheckId, healthOutcomes } from '../../../contract.ts'

export type CheckOutcome<Id extends HealthCheckId> = keyof (typeof healthOutcomes)[Id] & string
export type CheckResult<Id extends HealthCheckId> = readonly [outcome: CheckOutcome<Id>, values?: HealthCheck['values']]
export type HealthChecks<Ids extends HealthCheckId = HealthCheckId> = { [Id in Ids]: () => Promise<CheckResult<Id>> }

export interface HealthDeps {
  platform: Pick<Platform, 'db' | 'audit' | 'blobs' | 'jobs' | 'mailer' | 'config' | 'settings' | 'log'>
  maintenance: StorageApi['maintenance']
  billing: Pick<Billing['administration'], 'engine' | 'syncFailures' | 'lacksSellerCountry'>
  version: string
  /** Folder with the state of the system's time synchronization; default: that of systemd-timesyncd. */
  timeSyncFolder?: string
}
