import { ArrowLeft, ChevronDown, Ellipsis } from 'lucide-react'
import { Fragment } from 'react'
import { cx, FileIcon, IconButton, IconLink, Menu, useT } from '../../../../web/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { useFiles } from '../context.ts'
import { parentOfOpenFolder, sectionOfOpenFolder } from '../extensions/section.ts'
import { folderMenu } from '../lazy-menus.ts'
import { useFolderTitle } from '../useFolderTitle.ts'
import { useListing } from '../useListing.ts'
import { useSectionName } from '../useSectionName.ts'
import { Arrow, FoldersMenu } from './FoldersMenu.tsx'

/** Phones show the open folder only, with a back arrow. */
const parent = 'phone:hidden'

/** Ancestors shown before the open folder; a menu holds the others. */
const maxShownAncestors = 2
/** A header too narrow for three steps shows the section in the menu instead of beside it. */
const wideOnly = '@max-[34rem]/path:hidden'
const narrowOnly = '@min-[34rem]/path:hidden'
/** Beside the larger buttons of tablets there may be room for the nearest ancestor only. */
const notOnTablets = 'pointer-coarse:@max-[26rem]/path:hidden'

interface Appearance {
  color: string | null
  emoji: { char: string } | null
}

/** Icon of a folder with a custom color or emoji; nothing for other folders. */
const FolderAppearance = ({ color, emoji }: Appearance) =>
  color || emoji ? (
    <FileIcon kind="folder" color={color} emoji={emoji?.char} size={18} className="me-1.5 align-[-4px]" />
  ) : null

/** Actions on the open folder, next to its name. */
const OpenFolderMenu = () => {
  const t = useT()
  const { folderView } = useListing()
  const { root } = folderView
  if (!root) return null
  const label = t('storage:page.folderMenu', { name: root.attributes.name })
  return (
    <Menu label={label} items={folderMenu}>
      <IconButton icon={ChevronDown} size="sm" label={label} />
    </Menu>
  )
}

const crumb =
  'bidi-plaintext min-w-8 max-w-48 truncate rounded-sm px-1.5 py-1 text-muted no-underline hover:bg-hover hover:text-text pointer-coarse:py-2.5'

/**
 * Path from the section to the open folder. Each step is a link and a drop target, also those in the menu, which opens when a
 * drag waits over its button. Hidden while the path is edited.
 */
export const Breadcrumbs = () => {
  const t = useT()
  const { added } = useFiles()
  const { folderView, status } = useListing()
  const { location, root, path } = folderView
  const top = sectionOfOpenFolder(added, folderView)
  const section = useSectionName()(top)
  useFolderTitle(location.id, root?.attributes.name)
  const hidden = path.slice(0, Math.max(0, path.length - maxShownAncestors))
  const shown = path.slice(hidden.length)
  const full = shown.length === maxShownAncestors
  const droppable = location.section === 'files' && mayCreateIn(folderView)
  return (
    <nav aria-label={t('storage:page.path')} className="min-w-0 grow not-last:hidden">
      <ol className="flex min-w-0 items-center gap-0.5 text-14">
        {location.id && (
          <li className="-ms-2 hidden shrink-0 phone:block">
            <IconLink
              icon={ArrowLeft}
              label={t('storage:shortcut.up')}
              href={hrefOf(parentOfOpenFolder(added, folderView))}
              className="rtl:rotate-180"
            />
          </li>
        )}
        {root && (
          <>
            <li className={cx('flex min-w-0 shrink-0 items-center', parent, full && wideOnly)}>
              <a
                href={hrefOf({ section: top, id: null })}
                data-drop={top === 'files' ? '' : undefined}
                data-drop-name={section}
                className={crumb}
              >
                {section}
              </a>
            </li>
            <li className={cx(parent, full && wideOnly)}>
              <FoldersMenu of={folderView} location={{ section: top, id: null }} name={section} />
            </li>
          </>
        )}
        {full && (
          <>
            <li className={cx(parent, hidden.length === 0 && narrowOnly)}>
              <Menu
                label={t('storage:page.pathMore')}
                items={[{ id: null, name: section }, ...path.slice(0, -1)].map(({ id, name }) => ({
                  id: id ?? top,
                  label: name,
                  href: hrefOf(id === null ? { section: top, id } : { section: location.section, id }),
                  data: {
                    'data-drop': id === null ? (top === 'files' ? '' : undefined) : droppable ? id : undefined,
                    'data-drop-name': name,
                  },
                }))}
              >
                <IconButton icon={Ellipsis} size="sm" label={t('storage:page.pathMore')} data-drag-menu />
              </Menu>
            </li>
            <li aria-hidden="true" className={cx(parent, hidden.length === 0 && narrowOnly)}>
              <Arrow />
            </li>
          </>
        )}
        {shown.map(({ id, name, color, emoji }, index) => (
          <Fragment key={id}>
            <li className={cx('flex min-w-0 items-center', parent, full && index === 0 && notOnTablets)}>
              <a
                href={hrefOf({ section: location.section, id })}
                data-drop={droppable ? id : undefined}
                data-drop-name={name}
                className={crumb}
              >
                <FolderAppearance color={color} emoji={emoji} />
                {name}
              </a>
            </li>
            <li className={cx(parent, full && index === 0 && notOnTablets)}>
              <FoldersMenu of={folderView} location={{ section: location.section, id }} name={name} />
            </li>
          </Fragment>
        ))}
        <li className="flex max-w-3/5 min-w-0 items-center phone:max-w-none">
          <h1 aria-current="page" className="bidi-plaintext truncate rounded-sm px-1.5 text-16 font-semibold">
            {root && <FolderAppearance color={root.attributes.color} emoji={root.attributes.emoji} />}
            {root?.attributes.name ??
              (location.id && status !== 'error' ? (
                <span className="inline-block h-3 w-32 animate-shimmer rounded-xs bg-n5" />
              ) : (
                section
              ))}
          </h1>
          <OpenFolderMenu />
        </li>
      </ol>
    </nav>
  )
}
