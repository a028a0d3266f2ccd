import {
  array,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
  uuid,
} from '../../shared/contract.ts'
import { Email } from '../../users/contract.ts'

/** Permissions of members (D6). */
export const teamPermissions = ['can_edit', 'can_view'] as const
export type TeamPermission = (typeof teamPermissions)[number]
export type MemberPermission = TeamPermission | 'owner'

/** Invitations and members of one call. */
export const maxPeoplePerCall = 1_000

/** As callers may write it. */
export const GivenPermission = () => oneOf([...teamPermissions, 'can-edit', 'can-view'])
export type GivenPermission = TeamPermission | 'can-edit' | 'can-view'

const avatar = () => nullable(object({ xs: string(), sm: string(), md: string() }))

/** Id, name and picture of an account. */
export const Person = object({
  id: uuid(),
  type: string(),
  attributes: object({ name: string(), avatar: avatar(), color: string() }),
})
export type Person = Static<typeof Person>

/** A member of a team folder, or its owner; `id` is the account's. */
export const Member = object({
  id: uuid(),
  type: string(),
  attributes: object({
    email: string(),
    name: string(),
    avatar: avatar(),
    color: string(),
    permission: oneOf([...teamPermissions, 'owner']),
  }),
})
export type Member = Static<typeof Member>

export const NewInvitation = object({
  email: Email,
  permission: GivenPermission(),
  type: optional(string({ maxLength: 20 })),
})
export type NewInvitation = Static<typeof NewInvitation>

/** People that the caller works with in team folders, for the picker of the invitation form. */
export const listKnownPeople = endpoint({
  method: 'GET',
  path: '/api/teams/people',
  summary: 'List people one works with',
  access: 'session',
  query: object({ query: optional(string({ maxLength: 200 })), limit: optional(integer({ minimum: 1, maximum: 50 })) }),
  response: {
    200: object({
      data: array(
        object({
          data: object({
            id: nullable(uuid()),
            type: string(),
            attributes: object({
              email: string(),
              name: string(),
              avatar: avatar(),
              color: nullable(string()),
            }),
          }),
        }),
      ),
    }),
  },
  errors: [],
})
