import type { RowOf } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Loaded, Status } from '../../frame/states.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useFilters } from '../../list/use-filters.ts'
import { useColleagues } from '../../words/colleagues.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { settingsTitles } from './titles.ts'
import { settingsWords } from './words.ts'

type Request = RowOf<'listRequests'>

const failedFrom = 500
const refusedFrom = 400

function RequestList(place: ListPlace) {
  const words = useWords(settingsWords)
  const { nameOf } = useColleagues()
  const { text, moment, id } = useColumnKinds<Request>()
  return (
    <List
      {...place}
      call="listRequests"
      keyOf={(request) => request.id}
      head={<Errors />}
      columns={[
        moment('at', words.at, (request) => request.answered_at),
        text('call', words.call, ({ method, route }) => `${method} ${route}`, {
          grows: true,
          width: 300,
        }),
        {
          ...text('status', words.status, ({ status }) => String(status), { width: 90 }),
          cell: ({ status }) => <Status tone={toneOf(status)}>{status}</Status>,
        },
        text('code', words.code, (request) => request.code, { width: 170 }),
        {
          ...text('took', words.took, (request) => words.ms(request.duration_ms), { width: 80 }),
          isNumber: true,
        },
        text('who', words.who, ({ actor_id: actor }) => nameOf(actor) ?? words.key),
        id('actor', `${words.who} (Id)`, (request) => request.actor_id),
        id('request', words.request, (request) => request.request_id, { isExtra: false }),
      ]}
      filters={[
        {
          name: 'errors',
          title: words.results,
          choices: [{ value: 'true', title: words.onlyErrors }],
        },
        { name: 'code', title: words.code },
        { name: 'route', title: words.route },
        { name: 'request_id', title: words.request },
        { name: 'actor_id', title: words.who, isExtra: true },
      ]}
      empty={{ title: words.noRequests, hint: words.noRequestsHint }}
    />
  )
}

function toneOf(status: number) {
  if (status >= failedFrom) return 'failed'
  return status >= refusedFrom ? 'attention' : 'quiet'
}

/** What failed most often, each with the way to its requests. */
function Errors() {
  const words = useWords(settingsWords)
  const { moment } = useMoments()
  const { set } = useFilters()
  const errors = useCall('showRequestErrors')
  return (
    <details className="grouped" open>
      <summary>{words.errors}</summary>
      <Loaded query={errors} lines={2}>
        {({ errors: rows, gaps }) => (
          <>
            {rows.length === 0 && <p className="quiet">{words.noErrors}</p>}
            <ul className="rows">
              {rows.map((row) => (
                <li key={`${row.method} ${row.route} ${row.status} ${row.code ?? ''}`}>
                  <Status tone={toneOf(row.status)}>
                    <button
                      type="button"
                      className="link-button"
                      onClick={() =>
                        set({ route: row.route, code: row.code ?? undefined, errors: 'true' })
                      }
                    >
                      {row.status} {row.code}
                    </button>{' '}
                    <span className="quiet">
                      {row.method} {row.route}
                    </span>
                  </Status>
                  <span className="quiet">
                    {words.last} {moment(row.last_at)} <CopyId id={row.last_request_id} short />
                    <strong className="grouped-times">{row.times.toLocaleString()} ×</strong>
                  </span>
                </li>
              ))}
            </ul>
            {gaps.map((gap) => (
              <p key={gap.from} className="quiet">
                {words.dropped(gap.dropped, moment(gap.from), moment(gap.until))}
              </p>
            ))}
          </>
        )}
      </Loaded>
    </details>
  )
}

export const page = listPage(settingsTitles, 'requests', RequestList)
