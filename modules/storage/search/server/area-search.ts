import type { Db } from '../../../platform/index.ts'
import { foldText } from '../../../shared/contract.ts'
import type { SearchQuery } from '../contract.ts'
import type { SearchHit } from './area-hits.ts'
import { boundsOf } from './bounds.ts'
import { ContentRun } from './contents/content-run.ts'
import type { SearchArea } from './search-area.ts'
import { SearchRun } from './search-run.ts'
import { parseTerms, type SearchTerms } from './tokens.ts'

export interface SearchResult {
  hits: SearchHit[]
  /** Whether all matches are among the hits. */
  complete: boolean
}

const nothing: SearchResult = { hits: [], complete: true }

/** Which files are searched by content, and for what. */
interface SearchedContent {
  words: readonly string[]
  /** Names must match too. */
  name: SearchTerms | null
}

const contentOf = (terms: SearchTerms, { content }: SearchQuery, namesOnly: boolean): SearchedContent | null => {
  if (namesOnly) return null
  if (content !== undefined) return { words: parseTerms(foldText(content)).words, name: terms.text ? terms : null }
  return terms.text === '' ? null : { words: terms.words, name: null }
}

/** Finds the folders and files of an area by name, and files by content; one that matches by both counts by its name. */
export const searchArea = async (
  db: Db,
  area: SearchArea,
  terms: SearchTerms,
  query: SearchQuery,
  { namesOnly }: { namesOnly: boolean },
): Promise<SearchResult> => {
  const byName = async (type: 'folder' | 'file') => {
    const bounds = query.content === undefined && boundsOf(area, query, type)
    if (!bounds) return nothing
    const run = new SearchRun(db, area, terms, bounds)
    return { hits: await run.run(), complete: run.complete }
  }
  const byContent = async () => {
    const content = contentOf(terms, query, namesOnly)
    const bounds = content && boundsOf(area, query, 'file')
    if (!content || !bounds) return nothing
    const run = new ContentRun(db, area, content, bounds)
    return { hits: await run.run(), complete: run.complete }
  }
  // Each has keys of its own, so they are searched in parallel.
  const results = await Promise.all([byName('folder'), byName('file'), byContent()])
  const hits = new Map<string, SearchHit>()
  for (const hit of results.flatMap((result) => result.hits)) if (!hits.has(hit.id)) hits.set(hit.id, hit)
  return { hits: [...hits.values()], complete: results.every((result) => result.complete) }
}
