import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { falsifyAuditLog } from '../audit-log.ts'
import type { SettingProof, SettingScene } from './scene.ts'

const snapshots = (folder: string) => {
  const path = join(folder, 'snapshots')
  return existsSync(path) ? readdirSync(path).length : 0
}
/** Runs the hourly job, so many hours after the last backup. */
const runAfter = async ({ app }: SettingScene, hours: number) => {
  const { db, jobs } = app.coffer.platform
  await falsifyAuditLog(
    db,
    `update audit_log set created_at = created_at - make_interval(hours => $1) where action like 'storage.backup%'`,
    [hours],
  )
  return jobs.runNow('backup')
}

export const backupFolder = (scene: SettingScene, folder: string) =>
  ({
    backup_folder: [
      folder,
      async () => {
        await runAfter(scene, 25)
        return snapshots(folder) > 0
      },
      true,
    ],
  }) satisfies Record<string, SettingProof>

/** With a folder in which there are backups already. */
export const backupRhythm = (scene: SettingScene, folder: string) =>
  ({
    backup_interval_hours: [
      '12',
      async () => {
        await runAfter(scene, 25)
        return runAfter(scene, 13)
      },
      'completed',
    ],
    backup_keep: [
      '1',
      async () => {
        for (let round = 0; round < 2; round += 1) await runAfter(scene, 25)
        return snapshots(folder)
      },
      1,
    ],
  }) satisfies Record<string, SettingProof>

export const backupStore = (scene: SettingScene) => {
  const { outside } = scene
  return {
    backup_url: [
      `s3://OURKEY:secret@${new URL(outside.base).host}/ours?region=us-east-1&pathStyle=1&tls=0`,
      async () => {
        await runAfter(scene, 25)
        return outside.received.some(
          ({ path, authorization }) =>
            path.startsWith('/ours') && !path.includes('/probe/') && authorization.includes('Credential=OURKEY/'),
        )
      },
      true,
    ],
  } satisfies Record<string, SettingProof>
}
