import { decodeHTMLStrict } from 'entities'
import type { Db, Platform } from '../../../platform/index.ts'
import { platformErrors, settingsChanged, sha256 } from '../../../platform/index.ts'
import type { TextNode } from '../../../web/contract.ts'
import { markdownTree } from '../../../web/markdown.ts'
import { type PageResource, type PageSlug, pageSlugs } from '../../contract.ts'
import type { SiteTables } from '../entities/page.entity.ts'
import { siteErrors } from '../errors.ts'
import { defaultPage } from './default-pages.ts'
import { htmlTree } from './html-tree.ts'
import { treeHtml } from './tree-html.ts'

/** A legal page as a reader sees it. */
export interface LegalPage {
  slug: PageSlug
  visible: boolean
  title: string
  /** Markdown, or HTML when it begins with a tag. */
  content: string
  updatedAt: Date
  /** The title or content that the operator has written; empty: the default text is shown. */
  own: PageTexts
  /** Change with `own`. */
  versions: PageTexts
  /** The default content in the reader's language, with its placeholders. */
  defaultContent: string
}

interface PageTexts {
  title: string
  content: string
}

/** What an administrator can change; an empty title or content returns to the default text. */
export interface PageChange {
  title?: string
  content?: string
  visible?: boolean
}

interface Row {
  slug: PageSlug
  visible: boolean
  title: string
  content: string
  updated_at: Date
}

type TitleRow = Pick<Row, 'slug' | 'visible' | 'title'>

/** As long as settings are cached: another process may have changed a page without being heard. */
const maxAgeMs = 1_000

/** Links to other sites, to mail programs and to paths of this server. */
const safeLinks = /^(https?:|mailto:|\/(?![/\\]))/i

const versionOf = (text: string): string => sha256(text).toString('hex')

const isSlug = (slug: string): slug is PageSlug => (pageSlugs as readonly string[]).includes(slug)

/** The legal pages: `GET /api/page/{slug}`, `/page/{slug}`, and the administrators' forms. */
export class LegalPages {
  private readonly db: Db
  private readonly platform: Pick<Platform, 'settings' | 'config' | 'realtime'>
  private titles: { rows: Promise<TitleRow[]>; readAt: number } | null = null
  constructor(db: Db, platform: Pick<Platform, 'settings' | 'config' | 'realtime'>) {
    this.db = db
    this.platform = platform
    platform.realtime.listen(settingsChanged, () => this.invalidate())
  }

  /** All three, in the order of `pageSlugs`. */
  async list(locale: string): Promise<LegalPage[]> {
    const rows = await this.db.query<Row>(
      'select slug, visible, title, content, updated_at from pages',
      [],
      'site.pages',
    )
    const values = await this.placeholders()
    return pageSlugs.flatMap((slug) => {
      const row = rows.find((candidate) => candidate.slug === slug)
      return row ? [present(row, locale, values)] : []
    })
  }

  /** Titles of the visible pages by slug, which every page links to; cached like settings. */
  async visibleTitles(locale: string): Promise<Record<string, string>> {
    const [rows, values] = await Promise.all([this.titleRows(), this.placeholders()])
    const entries = pageSlugs.flatMap((slug) => {
      const row = rows.find((candidate) => candidate.slug === slug)
      return row?.visible ? [[slug, fill(row.title || defaultPage(slug, locale).title, values)]] : []
    })
    return Object.fromEntries(entries)
  }

  /** One page, also a hidden one; 404 for another slug. */
  async find(slug: string, locale: string): Promise<LegalPage> {
    const page = isSlug(slug) && (await this.list(locale)).find((candidate) => candidate.slug === slug)
    if (!page) throw platformErrors.fail('not-found')
    return page
  }

  /** The page as visitors may read it; 404 for a hidden one. */
  async visible(slug: string, locale: string): Promise<LegalPage> {
    const page = await this.find(slug, locale)
    if (!page.visible) throw platformErrors.fail('not-found')
    return page
  }

  /**
   * Changes a page; 404 for another slug. `replaced`: the versions of texts that the change replaces; 409 `page-changed` when
   * others are stored.
   */
  async update(slug: string, change: PageChange, replaced: Partial<PageTexts> = {}): Promise<void> {
    if (!isSlug(slug)) throw platformErrors.fail('not-found')
    await this.db.transaction(async (tx) => {
      const stored = await tx.query<PageTexts>('select title, content from pages where slug = $1 for update', [slug])
      const isStale = (['title', 'content'] as const).some(
        (name) => replaced[name] !== undefined && replaced[name] !== versionOf(stored[0]?.[name] ?? ''),
      )
      if (isStale) throw siteErrors.fail('page-changed')
      await tx
        .builder<SiteTables>()
        .updateTable('pages')
        .set({ ...change, updated_at: new Date() })
        .where('slug', '=', slug)
        .execute()
    })
    this.invalidate()
    // The footers of open pages and other processes have titles only. A tab in which the content is edited keeps what it was loaded with.
    if (change.title === undefined && change.visible === undefined) return
    this.platform.realtime.publishToEverybody({ event: settingsChanged, ids: {} })
  }

  /** A page's content as elements and texts, also of a draft that is not saved. */
  format(content: string): TextNode[] {
    return content.trimStart().startsWith('<')
      ? htmlTree(content, safeLinks)
      : markdownTree(content, { links: safeLinks, decodeEntities: decodeHTMLStrict })
  }

  present({ slug, visible, title, content }: LegalPage): PageResource {
    const content_formatted = treeHtml(this.format(content))
    return { id: slug, type: 'page', attributes: { visibility: visible, title, slug, content, content_formatted } }
  }

  private invalidate(): void {
    this.titles = null
  }

  private titleRows(): Promise<TitleRow[]> {
    if (this.titles && performance.now() - this.titles.readAt < maxAgeMs) return this.titles.rows
    const rows = this.db.query<TitleRow>('select slug, visible, title from pages', [], 'site.page-titles')
    const titles = { rows, readAt: performance.now() }
    this.titles = titles
    rows.catch(() => {
      if (this.titles === titles) this.titles = null
    })
    return rows
  }

  /** Values of the placeholders in titles and contents. */
  private async placeholders(): Promise<Placeholders> {
    const { settings, config } = this.platform
    const [app, contact] = await Promise.all([settings.get('app_title'), settings.get('contact_email')])
    return { app, url: config.appUrl, contact: contact || `${config.appUrl}/contact-us` }
  }
}

type Placeholders = Readonly<Record<string, string>>

const fill = (text: string, values: Placeholders) =>
  text.replace(/\{\{(app|url|contact)\}\}/g, (_, name: string) => values[name] ?? '')

const present = (row: Row, locale: string, values: Placeholders): LegalPage => {
  const standard = defaultPage(row.slug, locale)
  return {
    slug: row.slug,
    visible: row.visible,
    title: fill(row.title || standard.title, values),
    content: fill(row.content || standard.content, values),
    updatedAt: row.updated_at,
    own: { title: row.title, content: row.content },
    versions: { title: versionOf(row.title), content: versionOf(row.content) },
    defaultContent: standard.content,
  }
}
