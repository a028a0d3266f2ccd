import { isUuid } from '../../../shared/contract.ts'
import { DavError } from './dav-error.ts'

/** A lock token or an ETag that a resource has to have, or not to have. */
interface Condition {
  isNegated: boolean
  kind: 'token' | 'etag'
  value: string
}

/** Conditions that hold together. `tag`: URL of the resource; null: the one of the request. */
export interface ConditionList {
  tag: string | null
  conditions: Condition[]
}

const maxConditions = 100
const parts = /\s*(?:<([^<>]*)>|\[([^[\]]*)\]|(\()|(\))|(not)(?=[\s<[]))/iy

/** The lists of the header, of which one has to hold (RFC 4918 §10.4). 400 for a malformed one. */
export const readIf = (header: string): ConditionList[] => {
  const lists: ConditionList[] = []
  let tag: string | null = null
  let open: ConditionList | null = null
  let isNegated = false
  let count = 0
  const text = header.trim()
  for (parts.lastIndex = 0; parts.lastIndex < text.length; ) {
    const match = parts.exec(text)
    if (!match || ++count > 3 * maxConditions) throw new DavError(400)
    const [, angled, etag, opening, closing, negation] = match
    if (opening !== undefined && !open) open = { tag, conditions: [] }
    else if (closing !== undefined && open && open.conditions.length > 0 && !isNegated) {
      lists.push(open)
      open = null
    } else if (negation !== undefined && open && !isNegated) isNegated = true
    else if (open && (angled !== undefined || etag !== undefined)) {
      const condition =
        angled !== undefined
          ? { kind: 'token' as const, value: angled }
          : { kind: 'etag' as const, value: etag as string }
      open.conditions.push({ isNegated, ...condition })
      isNegated = false
    } else if (!open && angled !== undefined) tag = angled
    else throw new DavError(400)
  }
  if (open || lists.length === 0) throw new DavError(400)
  return lists
}

const tokenPrefix = 'urn:uuid:'

export const tokenUri = (token: string): string => tokenPrefix + token

/** The lock of a token's URI; null for a URI that this server did not make. */
export const tokenOf = (uri: string): string | null => {
  const token = uri.toLowerCase().startsWith(tokenPrefix) ? uri.slice(tokenPrefix.length).toLowerCase() : ''
  return isUuid(token) ? token : null
}

/** Tokens that the caller sends to show that it knows of the locks. */
export const sentTokens = (lists: readonly ConditionList[]): Set<string> =>
  new Set(
    lists.flatMap(({ conditions }) =>
      conditions.flatMap(({ kind, value }) => (kind === 'token' ? (tokenOf(value) ?? []) : [])),
    ),
  )
