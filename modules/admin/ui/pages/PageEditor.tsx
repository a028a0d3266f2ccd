import { useSnapshot } from 'valtio'
import { SaveStatus } from '../../../users/ui.ts'
import {
  Button,
  Callout,
  Card,
  LinkButton,
  navigateInPlace,
  Select,
  Switch,
  TextArea,
  TextField,
  TextTree,
  useData,
  useLanguageItems,
  useLanguageName,
  useT,
} from '../../../web/ui.ts'
import { maxPageLength, maxPageTitleLength, type PageEditorData } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { useServerValue } from '../use-server-value.ts'
import { type PageTextField, usePageAutosave } from './use-page-autosave.ts'

/**
 * Editor of a legal page: its visibility, its title and content in one language, which save themselves, and a preview of the
 * saved text.
 */
export const PageEditor = () => {
  const data = useData<PageEditorData>()
  const { slug, locale } = data.page
  return <Editor key={`${slug} ${locale}`} {...data} />
}

const Editor = ({ page, nodes }: PageEditorData) => {
  const t = useT()
  const { slug, locale, written } = page
  const offered = useLanguageItems()
  const nameOf = useLanguageName()
  const others = [...new Set([...written, locale])]
    .filter((id) => !offered.some((language) => language.id === id))
    .map((id) => ({ id, label: nameOf(id) }))
  const { autosave, texts, change, conflicts, mayResolve, resolve } = usePageAutosave(page)
  const [visible, setVisible] = useServerValue(page.visible ? '1' : '0')
  const { errors } = useSnapshot(autosave.state)
  const conflict = (name: PageTextField) =>
    conflicts.has(name) && (
      <Conflict
        isLoading={!mayResolve(name)}
        onResolve={(keep) => {
          resolve(name, keep)
          document.getElementsByName(name)[0]?.focus()
        }}
      />
    )
  return (
    <>
      <AdminHeading title={page.shown.title} text={<bdi dir="ltr">{`/page/${slug}`}</bdi>}>
        <SaveStatus autosave={autosave} />
        <LinkButton href={`/page/${slug}`}>{t('admin:pages.open')}</LinkButton>
      </AdminHeading>
      <Card>
        <div className="flex flex-col gap-5">
          <Switch
            label={t('admin:pages.visibility')}
            help={t('admin:pages.visibilityHelp')}
            checked={visible === '1'}
            onValue={(isOn) => {
              setVisible(isOn ? '1' : '0')
              autosave.set('visibility', isOn ? '1' : '0')
            }}
          />
          <Select
            name="locale"
            label={t('admin:pages.language')}
            help={t('admin:pages.languageHelp')}
            value={locale}
            options={[...offered, ...others].map(({ id, label }) => ({
              value: id,
              label: written.includes(id) ? t('admin:pages.written', { language: label }) : label,
            }))}
            onValue={(next) => void navigateInPlace(`/admin/pages/${slug}?locale=${next}`)}
          />
          <TextField
            name="title"
            lang={locale}
            label={t('admin:pages.titleField')}
            placeholder={page.shown.title}
            maxLength={maxPageTitleLength}
            value={texts.title}
            error={errors.title}
            onValue={(value) => change('title', value)}
          />
          {conflict('title')}
          <TextArea
            name="content"
            lang={locale}
            dir="auto"
            label={t('admin:pages.content')}
            help={t('admin:pages.contentHelp')}
            rows={18}
            maxLength={maxPageLength}
            placeholder={page.shown.content}
            value={texts.content}
            error={errors.content}
            onValue={(value) => change('content', value)}
          />
          {conflict('content')}
          {texts.content === '' && page.content === '' && page.default_content !== '' && (
            <Button className="self-start" onClick={() => change('content', page.default_content)}>
              {t('admin:pages.editDefault')}
            </Button>
          )}
        </div>
      </Card>
      <Card title={t('admin:pages.preview')}>
        <div className="markdown px-0! pt-0!" dir="auto" lang={page.shown.locale}>
          <TextTree nodes={nodes} />
        </div>
      </Card>
    </>
  )
}

/** Note below a text that someone else has changed meanwhile. */
const Conflict = ({ isLoading, onResolve }: { isLoading: boolean; onResolve: (keep: 'typed' | 'stored') => void }) => {
  const t = useT()
  return (
    <Callout
      role="alert"
      tone="warning"
      title={t('site:error.page-changed')}
      actions={
        <>
          <Button loading={isLoading} onClick={() => onResolve('typed')}>
            {t('admin:pages.keepTyped')}
          </Button>
          <Button loading={isLoading} onClick={() => onResolve('stored')}>
            {t('admin:pages.keepStored')}
          </Button>
        </>
      }
    >
      {t('admin:pages.changedText')}
    </Callout>
  )
}
