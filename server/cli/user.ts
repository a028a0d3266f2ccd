import { readArgs, required, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const roleOf = (value: string | undefined): 'user' | 'admin' => {
  if (value === undefined || value === 'user') return 'user'
  if (value === 'admin') return 'admin'
  throw new UsageError(`--role is user or admin, not ${value}`)
}

/** `user create|password|role`: creates an account, or changes its password or role. */
export const user = async ([action, ...args]: readonly string[]): Promise<void> => {
  const { values } = readArgs(args, { email: 'string', password: 'string', name: 'string', role: 'string' })
  if (!action || !['create', 'password', 'role'].includes(action))
    throw new UsageError('user create, user password or user role')
  const email = required(values, 'email')
  if (action === 'create') {
    const password = required(values, 'password')
    const role = roleOf(values.role)
    const id = await withApp(({ users }) => users.adminCommands.create({ email, password, name: values.name, role }))
    console.log(`created ${role} ${email} (${id})`)
  } else if (action === 'password') {
    const password = required(values, 'password')
    await withApp(({ users }) => users.adminCommands.setPassword(email, password))
    console.log(`changed the password of ${email}; signed out everywhere`)
  } else {
    const role = roleOf(required(values, 'role'))
    await withApp(({ users }) => users.adminCommands.setRole(email, role))
    console.log(`${email} is ${role} now`)
  }
}
