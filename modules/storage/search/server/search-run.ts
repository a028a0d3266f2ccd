import type { Sql } from '../../../platform/index.ts'
import type { ParentRef } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { type AncestorPaths, ancestorsOf, trashedFolders } from '../../tree/index.ts'
import type { SearchBounds } from './bounds.ts'
import { candidatesOf, hasAllMatches, largeSample, type SearchCandidate } from './candidates.ts'
import { nameScore } from './rank.ts'
import { locateInArea, type SearchArea } from './search-area.ts'
import {
  fuzzyTokens,
  infixTokens,
  kindToken,
  parseTerms,
  prefixTokens,
  type SearchTerms,
  wholeNameToken,
  wholeStemToken,
} from './tokens.ts'

export interface SearchHit extends SearchCandidate {
  score: number
  /** Scope in which the item was found; `path`: of its parent, from the root of the scope. */
  scope: Scope
  path: ParentRef[]
}

/** With this many hits, looser steps are skipped. */
const minGoodHits = 20

/** Searches an area's folders or files, from the strictest match to the loosest, one statement per step. */
export class SearchRun {
  private readonly sql: Sql
  private readonly area: SearchArea
  private readonly terms: SearchTerms
  private bounds: SearchBounds
  private readonly hits = new Map<string, SearchHit>()
  private readonly paths: AncestorPaths = new Map()
  private excludesTrashed = false
  /** All matches of the steps were read. */
  complete = true
  constructor(sql: Sql, area: SearchArea, terms: SearchTerms, bounds: SearchBounds) {
    this.sql = sql
    this.area = area
    this.terms = terms
    this.bounds = bounds
  }

  async run(): Promise<SearchHit[]> {
    const { terms, bounds } = this
    if (terms.text === '') {
      // The extension is a word of the name.
      await this.runStep([bounds.extension ? prefixTokens(parseTerms(bounds.extension)) : []], { latest: true })
      return [...this.hits.values()]
    }
    const prefix = prefixTokens(terms)
    await this.runStep(prefix.length > 0 ? [prefix] : [], {
      nameTokens: [wholeNameToken(terms), wholeStemToken(terms)],
    })
    const infix = infixTokens(terms)
    if (this.hits.size < minGoodHits && infix) await this.runStep([infix])
    if (this.hits.size === 0) {
      const fuzzy = fuzzyTokens(terms)
      if (fuzzy.length > 0) await this.runStep(fuzzy)
    }
    return [...this.hits.values()]
  }

  private async runStep(
    tokenSets: string[][],
    { nameTokens = [], latest = false }: { nameTokens?: string[]; latest?: boolean } = {},
  ): Promise<void> {
    const { kind } = this.bounds
    const tokenQuery = {
      tokenSets: kind ? tokenSets.map((set) => [...set, kindToken(kind)]) : tokenSets,
      nameTokens,
      latest,
    }
    const candidates = await candidatesOf(this.sql, this.bounds, tokenQuery)
    this.noteComplete(candidates, tokenSets)
    const { added, outOfScope } = await this.addHits(candidates)
    if (candidates.length < largeSample || added >= minGoodHits || outOfScope === 0 || this.excludesTrashed) return
    // Trashed items filled the candidates: retries without the trashed folders.
    this.excludesTrashed = true
    const trashed = await trashedFolders(this.sql, this.area.ownerId)
    this.bounds = { ...this.bounds, excludedIds: [...this.bounds.excludedIds, ...trashed] }
    const retried = await candidatesOf(this.sql, this.bounds, tokenQuery)
    this.noteComplete(retried, tokenSets)
    await this.addHits(retried)
  }

  private noteComplete(candidates: readonly SearchCandidate[], tokenSets: string[][]): void {
    this.complete &&= hasAllMatches(candidates, { tokenSets: tokenSets.length, unscoped: this.bounds.unscoped })
  }

  /** Adds the candidates that match and lie in the scope. `outOfScope` counts matches outside of it. */
  private async addHits(candidates: readonly SearchCandidate[]): Promise<{ added: number; outOfScope: number }> {
    const scored = [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()].flatMap(
      (candidate) => {
        const score = nameScore(candidate.name, this.terms)
        return score === null ? [] : [{ ...candidate, score }]
      },
    )
    const missing = new Set(scored.map(({ parent_id }) => parent_id).filter((id) => id !== null && !this.paths.has(id)))
    const owner = { ownerId: this.area.ownerId, root: null }
    for (const [id, path] of await ancestorsOf(this.sql, owner, [...missing] as string[])) this.paths.set(id, path)
    let added = 0
    for (const hit of scored) {
      const path = hit.parent_id === null ? [] : this.paths.get(hit.parent_id)
      const location = path && locateInArea(this.area, hit.id, path)
      if (!location) continue
      this.hits.set(hit.id, { ...hit, ...location })
      added += 1
    }
    return { added, outOfScope: scored.length - added }
  }
}
