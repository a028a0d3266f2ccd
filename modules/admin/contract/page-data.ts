import type { GatewaySetup, MeteredPlan } from '../../billing/contract.ts'
import type { TextNode } from '../../web/contract.ts'
import type { BackupPage } from './backups.ts'
import type { Health } from './health.ts'
import type { ListedLogFile } from './log-files.ts'
import type { EditablePage } from './pages.ts'
import type { ServerConfig, StoreDetails } from './server.ts'
import type { SettingGroups } from './settings.ts'

/** Data of the page of settings about sign-in. */
export interface SignInSettings extends SettingGroups {
  /** Group → URL that its identity provider sends people back to. */
  callbacks: Record<string, string>
}

/** Data of the page of settings about payments. */
export interface PaymentSettings extends SettingGroups {
  services: GatewaySetup[]
  metered: MeteredPlan[]
}

/** Data of the page about the server. */
export interface ServerPageData {
  health: Health
  backups: BackupPage
  config: ServerConfig
  /** Files of warnings and errors, newest first. */
  logs: ListedLogFile[]
}

/** Data of the page of file storage, mail and realtime. */
export interface EnvironmentPageData {
  config: ServerConfig
  store: StoreDetails
}

/** Data of the editor of a legal page. */
export interface PageEditorData {
  page: EditablePage
  /** The content that readers of the edited language see. */
  nodes: TextNode[]
}
