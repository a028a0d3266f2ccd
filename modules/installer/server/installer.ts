import { type Platform, parseSetting, type SettingValues } from '../../platform/index.ts'
import { AdminCommandError, type Users } from '../../users/index.ts'

interface SetupInput {
  adminEmail: string
  adminPassword: string
  adminName?: string
  title?: string | undefined
  subscription?: SettingValues['subscription_type'] | undefined
  /** Further settings as texts, by name. */
  answers?: Readonly<Record<string, string>>
}

/** The instance is set up already, by this process or another one. */
export class SetUpAlreadyError extends AdminCommandError {
  constructor() {
    super('Coffer is set up already.')
  }
}

/** Sets up a new instance. */
export class Installer {
  private readonly platform: Platform
  private readonly users: Users
  constructor(platform: Platform, users: Users) {
    this.platform = platform
    this.users = users
  }

  /**
   * Creates the administrator, writes the settings and marks the instance as installed, by a setting and a file. A running
   * server notices within a second. Throws `SetUpAlreadyError` when it is installed already; of two concurrent calls exactly
   * one succeeds (A58). `beforeWrite` is called once the input is known to be valid, before the database is changed.
   */
  async setup(input: SetupInput, beforeWrite?: () => Promise<void>): Promise<void> {
    const { db, settings, installation, audit } = this.platform
    if (await installation.done()) throw new SetUpAlreadyError()
    const answers = Object.entries(input.answers ?? {}).map(([name, text]) => [
      name,
      parseSetting(settings.definitions, name, text),
    ])
    const admin = await this.users.adminCommands.prepare({
      email: input.adminEmail,
      password: input.adminPassword,
      name: input.adminName ?? 'Admin',
      role: 'admin',
    })
    await beforeWrite?.()
    await db.transaction(async (tx) => {
      await tx.lock('coffer.setup')
      if (await settings.read('setup_wizard_success', tx)) throw new SetUpAlreadyError()
      const adminId = await this.users.adminCommands.insert(admin, tx)
      await settings.set(
        {
          ...(input.title === undefined ? {} : { app_title: input.title }),
          subscription_type: input.subscription ?? 'none',
          ...(Object.fromEntries(answers) as Partial<SettingValues>),
          user_verification: false,
          setup_wizard_success: true,
        },
        tx,
      )
      await audit({ actorId: adminId, action: 'installer.completed', target: adminId }, tx)
      tx.emit('installer.completed', { adminId })
    })
    installation.mark()
  }
}
