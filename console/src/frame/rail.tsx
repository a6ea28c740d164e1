import { Fragment } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '../session/me.ts'
import { type PageRoute, type RailEntry, sections } from '../routes/area.ts'
import { areas } from '../routes/areas.ts'
import { useWords } from '../words/language.ts'
import { AccountMenu } from './account-menu.tsx'
import { useCommands } from './commands.ts'
import { sectionWords } from './section-words.ts'
import { RailViews } from './rail-views.tsx'
import { useShortcut } from './shortcuts.ts'
import { frameWords } from './words.ts'

interface Entry extends RailEntry {
  readonly path: PageRoute['path']
}

const entries: readonly Entry[] = areas.flatMap(({ pages }) =>
  pages.flatMap(({ path, inRail }) => (inRail === undefined ? [] : [{ ...inRail, path }])),
)

/** The way to everything, on the left; on a phone behind the menu. */
export function Rail() {
  const words = useWords(frameWords)
  const titles = useWords(sectionWords)
  const { permissions } = useMe()
  const allowed = new Set(permissions.map(({ permission }) => permission))
  const shown = entries.filter(
    ({ permission }) => permission === undefined || allowed.has(permission),
  )
  const close = () => document.querySelector('.frame')?.classList.remove('rail-open')
  return (
    <nav id="rail" className="rail" aria-label={words.navigation} onClick={close}>
      <AccountMenu />
      {sections.map((section) => {
        const inSection = shown.filter((entry) => entry.section === section)
        if (inSection.length === 0) return null
        return (
          <Fragment key={section}>
            <section aria-label={titles[section]}>
              <p className="rail-title">{titles[section]}</p>
              <ul>
                {inSection.map((entry) => (
                  <RailLink key={entry.path} entry={entry} />
                ))}
              </ul>
            </section>
            {section === 'work' && <RailViews />}
          </Fragment>
        )
      })}
    </nav>
  )
}

function RailLink({ entry: { path, title, keys = '' } }: { readonly entry: Entry }) {
  const words = useWords(frameWords)
  const text = useWords(title)
  const navigate = useNavigate()
  const go = () => void navigate({ to: path })
  useShortcut(keys, words.goTo(text), go)
  useCommands([{ id: `page ${path}`, group: words.navigation, title: text, hint: keys, run: go }])
  return (
    <li>
      <Link to={path} activeOptions={{ exact: path === '/' }}>
        {text}
      </Link>
    </li>
  )
}
