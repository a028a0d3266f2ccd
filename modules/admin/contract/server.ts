/** What the environment sets, and pages only show. Secrets are left out. */
export interface ServerFacts {
  /** Name of the variable → its value; null: not set. */
  environment: Record<string, string | null>
  node: string
  platform: string
}
