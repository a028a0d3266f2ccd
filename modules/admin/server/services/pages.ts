import { perPageOf, startOfPage } from '../../../platform/index.ts'
import type { Paginate } from '../../../shared/contract.ts'
import type { LegalPage, LegalPages, PageChange } from '../../../site/index.ts'
import type { TextNode } from '../../../web/contract.ts'
import { type AdminPage, type EditablePage, maxPageTitleLength, type PageListQuery } from '../../contract.ts'
import { adminErrors } from '../errors.ts'

type Field = 'title' | 'content' | 'visibility'

const present = ({ slug, visible, title, content, own, versions, defaultContent }: LegalPage): EditablePage => ({
  slug,
  visible,
  ...own,
  shown: { title, content },
  default_content: defaultContent,
  versions,
})

/** The legal pages for their editor. 404 for an unknown slug. */
export class Pages {
  private readonly pages: LegalPages
  constructor(pages: LegalPages) {
    this.pages = pages
  }

  async list(locale: string): Promise<EditablePage[]> {
    return (await this.pages.list(locale)).map(present)
  }

  /** With the content as readers see it. */
  async read(slug: string, locale: string): Promise<{ page: EditablePage; nodes: TextNode[] }> {
    const page = await this.pages.find(slug, locale)
    return { page: present(page), nodes: this.pages.format(page.content) }
  }

  /** All pages as resources; there are three, on one page. Those after it are empty. 422 `invalid-page`. */
  async resources(
    { page, sort, direction }: PageListQuery,
    locale: string,
  ): Promise<{ data: { data: AdminPage }[]; meta: { paginate: Paginate } }> {
    const found = (await this.pages.list(locale)).map((found) => this.resourceOf(found))
    const keyOf = ({ attributes }: AdminPage) => String(sort ? attributes[sort] : '')
    found.sort((a, b) => keyOf(a).localeCompare(keyOf(b), locale))
    if (direction === 'DESC') found.reverse()
    const perPage = perPageOf({ page })
    const paginate = { currentPage: 1, lastPage: 1, perPage, total: found.length, nextCursor: null }
    return { data: startOfPage({ page }, perPage) > 0 ? [] : found.map((data) => ({ data })), meta: { paginate } }
  }

  async resource(slug: string, locale: string): Promise<AdminPage> {
    return this.resourceOf(await this.pages.find(slug, locale))
  }

  /** `version`: that of the replaced text. Throws 422 `page-value-invalid`, 409 `page-changed`. */
  async update(slug: string, name: Field, value: string | boolean, version?: string): Promise<void> {
    const isVersioned = name !== 'visibility' && version !== undefined
    await this.pages.update(slug, changeOf(name, value), isVersioned ? { [name]: version } : {})
  }

  /** The public resource, and what the editor needs besides. */
  private resourceOf(page: LegalPage): AdminPage {
    const { attributes, ...resource } = this.pages.present(page)
    const { own, defaultContent, versions, updatedAt } = page
    return {
      ...resource,
      attributes: {
        ...attributes,
        own,
        versions,
        default_content: defaultContent,
        updated_at: updatedAt.toISOString(),
      },
    }
  }
}

const changeOf = (name: Field, value: string | boolean): PageChange => {
  if (name === 'visibility' && typeof value === 'boolean') return { visible: value }
  if (name === 'content' && typeof value === 'string') return { content: value.trim() }
  const isLine = typeof value === 'string' && value.length <= maxPageTitleLength && !/\p{Cc}/u.test(value)
  if (name === 'title' && isLine) return { title: value.trim() }
  throw adminErrors.fail('page-value-invalid')
}
