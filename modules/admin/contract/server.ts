/** What the environment sets, and pages only show. Secrets are left out. */
export interface ServerFacts {
  /** Name of the variable → its value; null: not set. */
  environment: Record<string, string | null>
  /** The mail server of the settings, without its sign-in; null: none. */
  mailServer: string | null
  node: string
  platform: string
}
