import type { LegalPage, LegalPages, PageChange } from '../../../site/index.ts'
import type { TextNode } from '../../../web/contract.ts'
import type { EditablePage } from '../../contract.ts'
import { adminErrors } from '../errors.ts'

const maxTitleLength = 200
type Field = 'title' | 'content' | 'visibility'

const present = ({
  slug,
  visible,
  title,
  content,
  own,
  versions,
  defaultContent,
  updatedAt,
}: LegalPage): EditablePage => ({
  slug,
  visible,
  ...own,
  shown: { title, content },
  default_content: defaultContent,
  versions,
  updated_at: updatedAt.toISOString(),
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

  /** `version`: that of the replaced text. Throws 422 `page-value-invalid`, 409 `page-changed`. */
  async update(slug: string, name: Field, value: string | boolean, version?: string): Promise<void> {
    const isVersioned = name !== 'visibility' && version !== undefined
    await this.pages.update(slug, changeOf(name, value), isVersioned ? { [name]: version } : {})
  }
}

const changeOf = (name: Field, value: string | boolean): PageChange => {
  if (name === 'visibility' && typeof value === 'boolean') return { visible: value }
  if (name === 'content' && typeof value === 'string') return { content: value.trim() }
  const isLine = typeof value === 'string' && value.length <= maxTitleLength && !/\p{Cc}/u.test(value)
  if (name === 'title' && isLine) return { title: value.trim() }
  throw adminErrors.fail('page-value-invalid')
}
