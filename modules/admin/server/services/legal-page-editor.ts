import { type Audit, type AuditActor, perPageOf, startOfPage } from '../../../platform/index.ts'
import type { Paginate } from '../../../shared/contract.ts'
import { formatLocale } from '../../../shared/contract.ts'
import type { LegalPages, LegalPageText, PageChange } from '../../../site/index.ts'
import {
  type AdminPage,
  type EditablePage,
  maxPageTitleLength,
  type PageEditorData,
  type PageListQuery,
  type PageUpdate,
} from '../../contract.ts'
import { adminErrors } from '../errors.ts'

type Field = PageUpdate['name']

const present = (
  { slug, visible, title, content, locales, own, versions, written, defaultContent }: LegalPageText,
  locale: string,
): EditablePage => ({
  slug,
  visible,
  locale,
  ...own,
  shown: { title, content, locale: locales.content },
  default_content: defaultContent,
  versions,
  written,
})

/**
 * The legal pages for their editor. Each is in one language, by default the installation's. Throws 404 for an unknown slug,
 * and for a language that is not offered and has no texts of these pages.
 */
export class LegalPageEditor {
  private readonly pages: LegalPages
  private readonly audit: Audit
  constructor(pages: LegalPages, audit: Audit) {
    this.pages = pages
    this.audit = audit
  }

  async list(locale: string): Promise<EditablePage[]> {
    return (await this.pages.list(locale)).map((page) => present(page, locale))
  }

  /** `nodes`: the content that readers of the language see. */
  async read(slug: string, edited: string | undefined): Promise<PageEditorData> {
    const locale = await this.pages.editedLocale(edited)
    const page = await this.pages.find(slug, locale)
    return { page: present(page, locale), nodes: this.pages.format(page.content) }
  }

  /** All pages as resources. There are three, so further pages of the list are empty. Throws 422 `invalid-page`. */
  async resources(
    { page, sort, direction, locale: edited }: PageListQuery,
    locale: string,
  ): Promise<{ data: { data: AdminPage }[]; meta: { paginate: Paginate } }> {
    const shown = await this.pages.editedLocale(edited)
    const resources = (await this.pages.list(shown)).map((legalPage) => this.resourceOf(legalPage))
    const keyOf = ({ attributes }: AdminPage) => String(sort ? attributes[sort] : '')
    resources.sort((a, b) => keyOf(a).localeCompare(keyOf(b), formatLocale(locale)))
    if (direction === 'DESC') resources.reverse()
    const perPage = perPageOf({ page })
    const paginate = { currentPage: 1, lastPage: 1, perPage, total: resources.length, nextCursor: null }
    return { data: startOfPage({ page }, perPage) > 0 ? [] : resources.map((data) => ({ data })), meta: { paginate } }
  }

  async resource(slug: string, locale: string | undefined): Promise<AdminPage> {
    return this.resourceOf(await this.pages.find(slug, await this.pages.editedLocale(locale)))
  }

  /** `version`: the version of the text that is replaced. Throws 422 `page-value-invalid`, 409 `page-changed`. */
  async update(slug: string, { name, value, version, locale }: PageUpdate, actor: AuditActor): Promise<void> {
    const isText = name !== 'visibility'
    const details = { field: name, ...(locale !== undefined && isText ? { locale } : {}) }
    await this.pages.update(slug, changeOf(name, value), {
      locale,
      replaced: isText && version !== undefined ? { [name]: version } : {},
      audit: (tx) => this.audit({ ...actor, action: 'admin.page.changed', target: slug, details }, tx),
    })
  }

  /** The public resource with the additional attributes of the editor. */
  private resourceOf(page: LegalPageText): AdminPage {
    const { attributes, ...resource } = this.pages.present(page)
    const { own, defaultContent, versions, written, updatedAt } = page
    return {
      ...resource,
      attributes: {
        ...attributes,
        own,
        versions,
        written,
        default_content: defaultContent,
        updated_at: updatedAt.toISOString(),
      },
    }
  }
}

/** Values of a switch; a form has texts only. */
const switchValues = new Map<PageUpdate['value'], boolean>([
  ...[true, 'true', '1', 1].map((value) => [value, true] as const),
  ...[false, 'false', '0', 0].map((value) => [value, false] as const),
])

const changeOf = (name: Field, value: PageUpdate['value']): PageChange => {
  const visible = switchValues.get(value)
  if (name === 'visibility' && visible !== undefined) return { visible }
  if (name === 'content' && typeof value === 'string') return { content: value.trim() }
  const isLine = typeof value === 'string' && value.length <= maxPageTitleLength && !/\p{Cc}/u.test(value)
  if (name === 'title' && isLine) return { title: value.trim() }
  throw adminErrors.fail('page-value-invalid')
}
