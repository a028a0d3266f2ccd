import { printResult, readArgs, requireOption, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const actions = ['list', 'create', 'password', 'role', 'suspend', 'reactivate']

const roleOf = (value: string | undefined): 'user' | 'admin' => {
  if (value === undefined || value === 'user') return 'user'
  if (value === 'admin') return 'admin'
  throw new UsageError(`--role is user or admin, not ${value}`)
}

const list = (asJson: boolean): Promise<void> =>
  withApp(async ({ users }) => {
    const accounts = await users.adminCommands.list()
    if (asJson) console.log(JSON.stringify(accounts, null, 2))
    else for (const { email, role, status } of accounts) console.log(`${email} ${role} ${status}`)
  })

/** `user list|create|password|role|suspend|reactivate`: lists accounts, or changes one. */
export const userCommand = async ([action = '', ...args]: readonly string[]): Promise<void> => {
  const texts = { email: 'string', password: 'string', name: 'string', role: 'string' } as const
  const { values, flags } = readArgs(args, { ...texts, 'reset-second-factor': 'boolean', json: 'boolean' })
  if (!actions.includes(action)) throw new UsageError(`user ${actions.join(', user ')}`)
  if (action === 'list') return list(flags.json ?? false)
  const email = requireOption(values, 'email')
  if (action === 'create') {
    const password = requireOption(values, 'password')
    const role = roleOf(values.role)
    const id = await withApp(({ users }) => users.adminCommands.create({ email, password, name: values.name, role }))
    printResult({ id, email, role }, `created ${role} ${email} (${id})`, flags)
  } else if (action === 'password') {
    const password = requireOption(values, 'password')
    const isReset = flags['reset-second-factor'] ?? false
    await withApp(async ({ users }) => {
      await users.adminCommands.setPassword(email, password)
      const actor = { actorId: null, ip: null }
      if (isReset) await users.administration.resetTwoFactor(await users.adminCommands.idOf(email), actor)
    })
    const also = isReset ? '; no second factor any more' : ''
    printResult({ email, signed_out: true }, `changed the password of ${email}; signed out everywhere${also}`, flags)
  } else if (action === 'role') {
    const role = roleOf(requireOption(values, 'role'))
    await withApp(({ users }) => users.adminCommands.setRole(email, role))
    printResult({ email, role }, `${email} is ${role} now`, flags)
  } else {
    const isSuspension = action === 'suspend'
    await withApp(async ({ users }) => {
      const id = await users.adminCommands.idOf(email)
      const actor = { actorId: null, ip: null }
      if (isSuspension) await users.suspensions.suspend([id], null, actor)
      else await users.suspensions.reactivate([id], actor)
      const isActive = (await users.accounts.byId(id))?.status === 'active'
      if (!isSuspension && !isActive) throw new Error(`${email} stays suspended: its deletion has begun`)
    })
    const status = isSuspension ? 'suspended' : 'active'
    printResult({ email, status }, `${email} is ${status} now`, flags)
  }
}
