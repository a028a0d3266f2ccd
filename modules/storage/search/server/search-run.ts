import type { Sql } from '../../../platform/index.ts'
import { AreaHits, minGoodHits, type SearchHit } from './area-hits.ts'
import type { SearchBounds } from './bounds.ts'
import { candidatesOf, hasAllMatches } from './candidates.ts'
import { nameScore } from './rank.ts'
import type { SearchArea } from './search-area.ts'
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

/** Searches an area's folders or files by name, from the strictest match to the loosest, one statement per step. */
export class SearchRun {
  private readonly sql: Sql
  private readonly terms: SearchTerms
  private readonly bounds: SearchBounds
  private readonly hits: AreaHits
  /** All matches of the steps were read. */
  complete = true
  constructor(sql: Sql, area: SearchArea, terms: SearchTerms, bounds: SearchBounds) {
    this.sql = sql
    this.terms = terms
    this.bounds = bounds
    this.hits = new AreaHits(sql, area, bounds, ({ name }) => nameScore(name, terms))
  }

  async run(): Promise<SearchHit[]> {
    const { terms, bounds } = this
    if (terms.text === '') {
      // The extension is a word of the name.
      await this.runStep([bounds.extension ? prefixTokens(parseTerms(bounds.extension)) : []], { latest: true })
      return this.hits.all()
    }
    const prefix = prefixTokens(terms)
    await this.runStep(prefix.length > 0 ? [prefix] : [], {
      nameTokens: [wholeNameToken(terms), wholeStemToken(terms)],
    })
    const infix = infixTokens(terms)
    if (this.hits.count < minGoodHits && infix) await this.runStep([infix])
    if (this.hits.count === 0) {
      const fuzzy = fuzzyTokens(terms)
      if (fuzzy.length > 0) await this.runStep(fuzzy)
    }
    return this.hits.all()
  }

  private async runStep(
    tokenSets: string[][],
    { nameTokens = [], latest = false }: { nameTokens?: string[]; latest?: boolean } = {},
  ): Promise<void> {
    const { kind, unscoped } = this.bounds
    const tokenQuery = {
      tokenSets: kind ? tokenSets.map((set) => [...set, kindToken(kind)]) : tokenSets,
      nameTokens,
      latest,
    }
    await this.hits.addFrom(async (bounds) => {
      const candidates = await candidatesOf(this.sql, bounds, tokenQuery)
      this.complete &&= hasAllMatches(candidates, { tokenSets: tokenSets.length, unscoped })
      return candidates
    })
  }
}
