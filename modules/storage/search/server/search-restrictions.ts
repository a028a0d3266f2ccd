import type { Sql } from '../../../platform/index.ts'
import type { SearchQuery } from '../contract.ts'
import { foldersBelow } from './folders-below.ts'
import type { SearchArea } from './search-area.ts'

/** Facts that modules above know. */
interface SearchFacts {
  /** Ids of the accounts that a text names, among the caller and the people with whom they work, and of no others. */
  people: (userId: string, text: string) => Promise<readonly string[]>
  /** Ids of the team folders that an account owns. */
  teamFolders: (ownerId: string) => Promise<readonly string[]>
  /** Ids of the account's items with an open link. */
  linkedItems: (ownerId: string) => Promise<readonly string[]>
}

const none = async () => []

/** Restricts searches to items of a person (`owner`) and by how they are shared (`shared`). */
export class SearchRestrictions {
  private facts: SearchFacts = { people: none, teamFolders: none, linkedItems: none }
  private readonly sql: Sql
  private readonly maxFolders: number
  constructor(sql: Sql, maxFolders: number) {
    this.sql = sql
    this.maxFolders = maxFolders
  }

  readonly provide = (facts: Partial<SearchFacts>): void => {
    this.facts = { ...this.facts, ...facts }
  }

  /** The areas, or parts of them, that the query leaves. `caller`: null for visitors, for whom these filters find nothing. */
  async apply(
    areas: readonly SearchArea[],
    caller: string | null,
    { owner, shared }: Pick<SearchQuery, 'owner' | 'shared'>,
  ): Promise<readonly SearchArea[]> {
    if (owner === undefined && shared === undefined) return areas
    if (caller === null) return []
    const people = owner === undefined ? null : await this.idsOf(caller, owner.replace(/\p{Cc}+/gu, ' ').trim())
    const ofPeople = people ? areas.flatMap((area) => ofOwners(area, people)) : areas
    if (shared === undefined) return ofPeople
    const parts = ofPeople.map((area) => {
      if (area.ownerId === caller) return this.ofSharing(area, shared)
      // Items of other accounts are open to the caller in team folders only.
      return shared === 'team' ? area : null
    })
    return (await Promise.all(parts)).filter((area) => area !== null)
  }

  private async idsOf(caller: string, text: string): Promise<readonly string[]> {
    if (text === '') return []
    return text.toLowerCase() === 'me' ? [caller] : this.facts.people(caller, text)
  }

  /** The part of the caller's own area; null when it is empty. */
  private async ofSharing(area: SearchArea, shared: NonNullable<SearchQuery['shared']>): Promise<SearchArea | null> {
    const { ownerId } = area
    if (shared === 'link') {
      const ids = await this.facts.linkedItems(ownerId)
      return ids.length > 0 ? { ...area, ids } : null
    }
    const teams = await this.facts.teamFolders(ownerId)
    if (shared === 'team') return teams.length > 0 ? this.insideOf(area, teams) : null
    return this.outsideOf(area, [...teams, ...(await this.facts.linkedItems(ownerId))])
  }

  private async insideOf(area: SearchArea, folders: readonly string[]): Promise<SearchArea> {
    const inside = new Set(folders)
    const below = await foldersBelow(this.sql, area.ownerId, folders, this.maxFolders)
    if (!below) return { ...area, inside, unscoped: true }
    const among = area.parentIds && new Set(area.parentIds)
    const parentIds = among ? below.filter((id) => among.has(id)) : below
    return { ...area, inside, parentIds, rootIds: [...area.rootIds, ...folders] }
  }

  private async outsideOf(area: SearchArea, items: readonly string[]): Promise<SearchArea> {
    if (items.length === 0) return area
    const below = await foldersBelow(this.sql, area.ownerId, items, this.maxFolders)
    return {
      ...area,
      outside: new Set(items),
      excludedIds: [...items, ...(below ?? [])],
      unscoped: area.unscoped || !below,
    }
  }
}

/** The items of these people in an area: all that they own, else what they have added to the folders of another account. */
const ofOwners = (area: SearchArea, people: readonly string[]): SearchArea[] => {
  if (people.includes(area.ownerId)) return [area]
  return people.length > 0 ? [{ ...area, creatorIds: people }] : []
}
