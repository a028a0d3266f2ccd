import { AppError, BackupError, ConfigError, errorTables, SettingError } from '../../modules/platform/index.ts'
import { AdminCommandError } from '../../modules/users/index.ts'
import { messageOf } from '../start-problem-text.ts'

/** The message of an `AppError` is a key of the locales; its table describes the situation in English. */
const situationOf = ({ namespace, code }: AppError): string | undefined =>
  errorTables.find((table) => table.namespace === namespace)?.entries[code]?.situation

/** Why the command was rejected or failed, in one line. */
export const commandFailureText = (command: string, error: unknown): string => {
  const situation = error instanceof AppError && situationOf(error)
  if (situation) return situation
  const isExpected = [AdminCommandError, BackupError, ConfigError, SettingError].some((type) => error instanceof type)
  if (isExpected) return (error as Error).message
  return `${command} failed: ${messageOf(error)}`
}
