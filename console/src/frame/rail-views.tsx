import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { callOptions } from '../api/use-call.ts'
import { countOfView, pathOfView, searchOfView } from '../list/view-lists.ts'
import { viewWords } from '../list/view-words.ts'
import { useMay } from '../session/me.ts'
import { useWords } from '../words/language.ts'
import { useCommands } from './commands.ts'

/** A job counts them every five minutes. */
const freshMs = 60_000

/** Saved views, with how many rows they have. */
export function RailViews() {
  const words = useWords(viewWords)
  const navigate = useNavigate()
  const { data: views = [] } = useQuery({
    ...callOptions('listViews'),
    enabled: useMay('views.use'),
    staleTime: freshMs,
  })
  useCommands(
    views.map((view) => ({
      id: `view ${view.id}`,
      group: words.views,
      title: view.name,
      hint: [words.views, countOfView(view)].filter(Boolean).join(' · '),
      run: () => void navigate({ to: pathOfView(view), search: searchOfView(view) }),
    })),
  )
  if (views.length === 0) return null
  return (
    <section aria-label={words.views}>
      <p className="rail-title">{words.views}</p>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Link
              className="rail-view"
              to={pathOfView(view)}
              search={searchOfView(view)}
              activeOptions={{ includeSearch: true }}
            >
              <span>{view.name}</span>
              <span className="number">{countOfView(view)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
