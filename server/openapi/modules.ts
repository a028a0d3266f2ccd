import * as admin from '../../modules/admin/contract.ts'
import * as billing from '../../modules/billing/contract.ts'
import * as installer from '../../modules/installer/contract.ts'
import * as notifications from '../../modules/notifications/contract.ts'
import * as platform from '../../modules/platform/contract.ts'
import { type EndpointSpec, ErrorBody, Paginate, SuccessMessage, type TSchema } from '../../modules/shared/contract.ts'
import * as sharing from '../../modules/sharing/contract.ts'
import * as site from '../../modules/site/contract.ts'
import * as storage from '../../modules/storage/contract.ts'
import * as teams from '../../modules/teams/contract.ts'
import * as users from '../../modules/users/contract.ts'

const contracts: Record<string, object> = {
  users,
  storage,
  sharing,
  teams,
  billing,
  notifications,
  admin,
  installer,
  site,
  platform,
}

export const moduleDescriptions: Record<string, string> = {
  users: 'Accounts, sessions, sign-in, two-factor authentication, passkeys, personal tokens',
  storage: 'Files and folders, uploads, downloads, previews, versions, trash, search',
  sharing: 'Share links and file requests',
  teams: 'Team folders',
  billing: 'Plans, subscriptions, balances, payments and invoices',
  notifications: 'The notifications of an account',
  admin: 'The administrators’ area',
  installer: 'The setup wizard, until the instance is set up',
  site: 'Public configuration, texts, and files for browsers and crawlers',
  platform: 'Health and the realtime socket',
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isEndpoint = (value: object): value is EndpointSpec =>
  'method' in value && 'access' in value && 'response' in value
const isSchema = (value: object): value is TSchema => 'type' in value || 'anyOf' in value || 'enum' in value

/** The endpoints of an export, which is an endpoint or a group of endpoints. */
const endpointsIn = (value: object): EndpointSpec[] =>
  isEndpoint(value) ? [value] : Object.values(value).filter((inner) => isObject(inner) && isEndpoint(inner))

const exported = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract).flatMap(([name, value]) => (isObject(value) ? [{ module, name, value }] : [])),
)

const modules = new Map(
  exported.flatMap(({ module, value }) => endpointsIn(value).map((spec) => [spec, module] as const)),
)

/** The module whose contract exports the endpoint. Throws when none does. */
export const moduleOfEndpoint = (spec: EndpointSpec): string => {
  const module = modules.get(spec)
  if (!module) throw new Error(`${spec.method} ${spec.path} is not exported from a contract.ts`)
  return module
}

/** Schemas that a contract exports, by the name of the export. */
export const namedSchemas = (): Map<string, TSchema> => {
  const named = new Map<string, TSchema>([
    ['ErrorBody', ErrorBody],
    ['Paginate', Paginate],
    ['SuccessMessage', SuccessMessage],
  ])
  for (const { name, value } of exported)
    if (/^[A-Z]/.test(name) && !isEndpoint(value) && isSchema(value)) named.set(name, value)
  return named
}
